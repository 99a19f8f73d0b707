import { isTurnwiseError } from '../errors.ts'
import type { Failure, Grant, Reply } from '../ports/store.ts'
import { normalise } from '../reply/normalise.ts'
import { readReply } from '../reply/read-reply.ts'
import { renderState } from '../workflow/render-state.ts'
import { type Asked, ask } from './ask.ts'
import { commit, type Run, refuse } from './commit.ts'
import { enrich } from './enrich.ts'
import { journal } from './journal.ts'
import { keepLease } from './lease.ts'
import { type LoadedTurn, load } from './load.ts'
import type { Parts } from './parts.ts'
import { type Reduced, reduce, reduceWithoutReply } from './reduce.ts'
import { Stopwatch } from './stopwatch.ts'

/** Attempts after which a turn that keeps breaking its worker is given up. */
const mostAttempts = 3

/**
 * Runs a granted turn to its end: load, enrich, ask, journal, normalise, parse, reduce, commit.
 *
 * @throws TurnwiseError `ERR_LEASE_LOST` when another worker has it now, `ERR_CONVERSATION_GONE` when
 *   the conversation was deleted meanwhile, `ERR_STORE_UNAVAILABLE` when the store stays away; the
 *   turn is then an orphan that the next admission resolves
 */
export const runTurn = async (grant: Grant, parts: Parts): Promise<Run> => {
  const { tid, record, base } = grant
  parts.observe({ event: 'turn-granted', tid, turn: base + 1, attempt: record.attempts })
  const lease = keepLease(grant, parts)
  const watch = new Stopwatch(parts.clock)
  try {
    const turn = await load(grant, parts)
    if (turn.kind === 'refused') return await refuse(grant, turn, parts)
    if (record.attempts > mostAttempts)
      return await commit(turn, poisoned(turn, parts), watch, parts)

    const question = await enrich(turn, parts)
    if (question.kind === 'refused') return await refuse(grant, question, parts)
    watch.query = question.query

    const asked = await ask(turn, question, lease, parts)
    if (asked.kind === 'refused') return await refuse(grant, asked, parts)
    if (asked.kind !== 'replied')
      return await commit(turn, withoutReply(turn, asked, parts), watch, parts)

    const reply = await journal(turn, asked.reply, parts)
    const reduced = watch.parsing(() => understand(turn, reply, parts))
    await announce(turn, reduced, parts)
    return await commit(turn, reduced, watch, parts)
  } finally {
    lease.end()
  }
}

/** Reads a journaled reply and moves the workflow by it; code of ours that breaks ends the turn, once. */
const understand = (turn: LoadedTurn, reply: Reply, parts: Parts): Reduced => {
  try {
    const heard = normalise(reply.activities, rulesOf(turn, parts))
    if (heard.throttled !== null) return failed(turn, throttling(heard.throttled), reply, parts)
    const parsed = readReply(heard, turn.workflow, rulesOf(turn, parts))
    for (const problem of parsed.parseErrors)
      parts.observe({ event: 'surface-failed', tid: turn.grant.tid, problem })
    return reduce(turn, parsed, reply)
  } catch (error) {
    if (isTurnwiseError(error)) throw error
    parts.observe({ event: 'bug', tid: turn.grant.tid, error })
    return failed(turn, broken, reply, parts)
  }
}

/** Tells live readers what the turn has become, before it is history. */
const announce = async (turn: LoadedTurn, reduced: Reduced, parts: Parts): Promise<void> => {
  const { address, tid } = turn.grant
  for (const message of reduced.messages)
    if (message.role !== 'user')
      await parts.store.publish(address, tid, {
        event: 'message',
        data: { turn: turn.number, message }
      })
  const workflowState = renderState(turn.grant.record.workflow, reduced.state)
  await parts.store.publish(address, tid, {
    event: 'state',
    data: { turn: turn.number, workflowState }
  })
}

const withoutReply = (
  turn: LoadedTurn,
  asked: Extract<Asked, { kind: 'uncertain' | 'stopped' | 'failed' }>,
  parts: Parts
): Reduced =>
  reduceWithoutReply(turn, {
    outcome: asked.kind,
    failure: asked.kind === 'failed' ? asked.failure : null,
    partial: asked.partial,
    shown: asked.shown,
    at: new Date(parts.clock.now()).toISOString()
  })

const failed = (turn: LoadedTurn, failure: Failure, partial: Reply | null, parts: Parts): Reduced =>
  reduceWithoutReply(turn, {
    outcome: 'failed',
    failure,
    partial,
    shown: [],
    at: new Date(parts.clock.now()).toISOString()
  })

const poisoned = (turn: LoadedTurn, parts: Parts): Reduced => {
  const message = 'This message could not be processed and was set aside.'
  const reply = turn.grant.record.replies[0] ?? null
  return failed(turn, { code: 'ERR_TURN_POISONED', message, details: {} }, reply, parts)
}

const broken: Failure = {
  code: 'ERR_TURN_FAILED',
  message: 'The reply of the agent could not be processed.',
  details: {}
}

const throttling = (code: string): Failure => ({
  code: 'ERR_CHANNEL_REJECTED',
  message: `The agent is busy (${code}).`,
  details: { status: 429, retryAfter: 30, sent: true }
})

const rulesOf = (turn: LoadedTurn, parts: Parts): Parts['rules'] => {
  const { allowedActions } = parts.rules
  const own = turn.workflow.cardActions
  if (own === null) return parts.rules
  const kept = own.filter(action => allowedActions?.includes(action as never) ?? true)
  return { ...parts.rules, allowedActions: kept as NonNullable<typeof allowedActions> }
}
