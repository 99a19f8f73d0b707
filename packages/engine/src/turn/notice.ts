import type { AdmitRequest, Grant } from '../ports/store.ts'
import type { TurnInput } from '../ports/stored-conversation.ts'
import { turnIdOf } from './identity.ts'
import type { LoadedTurn } from './load.ts'
import { messageOf, noteOf } from './messages.ts'
import { parse } from './parse.ts'
import type { Parts } from './parts.ts'
import type { Reduced } from './reduce.ts'

/**
 * The turn that tells of a reply that came after its own turn had ended as uncertain. Nobody is asked
 * by it, and it exists once, whoever brings the reply.
 *
 * @returns null when there is nothing to tell
 */
export const noticeAfter = async (
  { address, tid, record }: Grant,
  parts: Parts
): Promise<AdmitRequest | null> => {
  const { late = null, turn = null } = (await parts.store.record(address, tid)) ?? {}
  if (late === null || turn === null || !late.whole) return null
  const range = { after: turn - 1, before: turn + 1, limit: 1 }
  const [entry] = await parts.store.entries(address, range)
  if (entry?.outcome !== 'uncertain') return null
  const own = await turnIdOf({ ...address, route: 'notice', key: tid })
  return {
    address,
    tid: own,
    route: 'notice',
    fingerprint: own,
    input: { kind: 'notice', of: turn, reply: late },
    owner: parts.owner,
    lease: parts.lease,
    waiting: 'queue',
    wait: parts.queueWait,
    drives: !parts.channel(record.workflow).capabilities.needsUser,
    seen: null,
    create: null,
    ahead: null
  }
}

/** Shows a late reply as words alone: data and step went on without it, and its cards are too late. */
export const reduceNotice = (
  turn: LoadedTurn,
  { of, reply }: Extract<TurnInput, { kind: 'notice' }>,
  parts: Parts
): Reduced => {
  const { parsed } = parse(turn, reply, parts)
  const said = parsed.displayMessages.filter(({ kind }) => kind !== 'card')
  const words = `The answer to message ${of} came late. It is shown here and changes nothing.`
  return {
    outcome: 'committed',
    state: turn.state,
    messages: [
      noteOf(turn, words, 0, reply.receivedAt),
      ...said.map((message, at) => messageOf(turn, message, at + 1, reply.receivedAt, 'assistant'))
    ],
    parsed: null,
    failure: null,
    reply: null
  }
}
