import type { Reply } from '../ports/stored-conversation.ts'
import { isValid, type Reading } from '../reply/next-ask.ts'
import { normalise } from '../reply/normalise.ts'
import { readReply } from '../reply/read-reply.ts'
import type { LoadedTurn } from './load.ts'
import type { Parts } from './parts.ts'

/**
 * Reads what a journaled reply says to the user and to the workflow, and tells observers how that
 * went and every surface that failed.
 *
 * @param mode in which the channel was asked, when it has several
 */
export const parse = (
  turn: LoadedTurn,
  reply: Reply,
  parts: Parts,
  mode: string | null = null
): Reading => {
  const heard = normalise(reply.activities, turn.rules)
  const read = readReply(heard, turn.workflow, turn.rules)
  const reading = { reply, ...read, throttled: heard.throttled }
  for (const problem of read.parsed.parseErrors)
    parts.observe({ event: 'surface-failed', tid: turn.grant.tid, problem })
  parts.observe({
    event: 'reply-read',
    tid: turn.grant.tid,
    workflow: turn.workflow.id,
    channel: turn.channel.id,
    ask: reply.ask,
    kind: read.parsed.kind,
    valid: isValid(reading),
    mode: mode ?? turn.channel.capabilities.modes?.[0] ?? null,
    usage: reply.usage ?? null
  })
  return reading
}
