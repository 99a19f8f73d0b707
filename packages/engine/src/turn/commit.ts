import { TurnwiseError } from '../errors.ts'
import { frozenJson } from '../frozen-json.ts'
import { isHeard } from '../outlet/deliver.ts'
import type { CommitRequest, Grant, NextTurn, TurnEvent } from '../ports/store.ts'
import type { Entry, Head, Reply } from '../ports/stored-conversation.ts'
import { isValid, type Reading } from '../reply/next-ask.ts'
import { sealed } from '../sealed-entry.ts'
import type { ConversationState } from '../workflow/state.ts'
import type { Answers } from './correct.ts'
import { lostLease } from './lease.ts'
import type { LoadedTurn, Refusal } from './load.ts'
import type { Parts } from './parts.ts'
import { persist } from './persist.ts'
import type { Reduced } from './reduce.ts'
import { renderAnswer } from './render.ts'
import { hasSnapshot } from './state-at.ts'
import { statePatch } from './state-patch.ts'
import type { Stopwatch } from './stopwatch.ts'

/** How a run ended, and the turn that this worker has to run next. */
export type Run = {
  end: { kind: 'entry'; entry: Entry; state: ConversationState | null } | Refusal
  next: Grant | null
}

/** What a turn goes by: what was read of the replies, where anything could be, and the replies. */
export type Heard = { answers: Answers | null; replies: readonly Reply[] }

/** Appends what a turn without a whole reply has become to the history. */
export const commit = async (
  turn: LoadedTurn,
  reduced: Reduced,
  watch: Stopwatch,
  parts: Parts
): Promise<Run> => {
  const run = await commitHeard(turn, reduced, watch, parts, { answers: null, replies: [] })
  if (run === null) throw new TypeError('nothing was heard that could be another')
  return run
}

/**
 * Appends what the turn has become to the history; from here on it has happened.
 *
 * @returns null when nothing was written, because other replies count than those that were heard
 */
export const commitHeard = async (
  turn: LoadedTurn,
  reduced: Reduced,
  watch: Stopwatch,
  parts: Parts,
  { answers, replies }: Heard
): Promise<Run | null> => {
  const { state: before } = turn.grant.head
  // A store's own copy may be somebody's to change; what the next turn goes by is nobody's.
  const state = frozenJson(reduced.state, Object.isFrozen(before) ? before : undefined)
  const entry = await sealed(entryOf(turn, { ...reduced, state }, answers, watch, parts))
  const request = {
    entry,
    heard: replies,
    state,
    ref: answers?.replies.at(-1)?.ref ?? reduced.reply?.ref ?? turn.grant.head.ref,
    event: endEvent(turn, entry, state),
    next: nextOf(turn.grant, parts),
    deliver: isHeard(turn.workflow, parts)
  }
  const committed = await persist(() => parts.store.commit(turn.grant, request), parts)
  if (committed.kind === 'unheard') return null
  if (committed.kind === 'lost') throw lostLease()
  if (committed.kind === 'gone')
    throw new TurnwiseError('ERR_CONVERSATION_GONE', 'The conversation was deleted.')
  parts.observe({
    event: 'turn-ended',
    tid: entry.tid,
    turn: entry.turn,
    outcome: entry.outcome,
    milliseconds: entry.timings.total
  })
  if (request.deliver) parts.send(turn.grant.address)
  // Somebody else's entry may have been first; the state after it is not this one then.
  const own = committed.entry.hash === entry.hash
  if (own && committed.next === null)
    parts.heads.set(turn.grant.address, headAfter(turn.grant.head, request))
  return {
    end: { kind: 'entry', entry: committed.entry, state: own ? state : null },
    next: committed.next
  }
}

/** The head as it is left, with nobody on it. */
const headAfter = (head: Head, { entry, state, ref }: CommitRequest): Head => ({
  ...head,
  version: entry.turn,
  hash: entry.hash,
  fence: entry.fence,
  lease: null,
  tid: null,
  cancel: false,
  queue: [],
  workflow: entry.workflow,
  ref,
  state,
  lastTurnAt: entry.at
})

const endEvent = (turn: LoadedTurn, entry: Entry, state: ConversationState): TurnEvent => {
  const { failure } = entry
  return failure === null
    ? {
        event: 'turn-committed',
        data: renderAnswer(turn.grant.address.conversation, entry, state)
      }
    : { event: 'turn-failed', data: { turn: entry.turn, failure, retryable: false } }
}

/** Ends a turn for which nothing was done; it leaves no entry. */
export const refuse = async (grant: Grant, refusal: Refusal, parts: Parts): Promise<Run> => {
  const { failure, retryable } = refusal
  const failed = await persist(
    () =>
      parts.store.fail(grant, {
        failure,
        retryable,
        event: { event: 'turn-failed', data: { turn: grant.base + 1, failure, retryable } },
        next: nextOf(grant, parts)
      }),
    parts
  )
  if (failed.kind === 'lost') throw lostLease()
  if (failed.kind === 'gone')
    throw new TurnwiseError('ERR_CONVERSATION_GONE', 'The conversation was deleted.')
  parts.observe({ event: 'turn-refused', tid: grant.tid, code: failed.failure.code })
  return { end: { ...failed, kind: 'refused' }, next: failed.next }
}

/**
 * A channel that acts for the user runs a turn only inside a request of that user; a worker that is
 * about to end leaves the queue to others.
 */
const nextOf = ({ record }: Grant, { channel, closing, lease }: Parts): NextTurn =>
  closing.aborted || channel(record.workflow).capabilities.needsUser ? null : { lease }

const entryOf = (
  turn: LoadedTurn,
  reduced: Reduced,
  answers: Answers | null,
  watch: Stopwatch,
  parts: Parts
): Omit<Entry, 'hash'> => {
  const { grant, number } = turn
  const replies = answers?.replies ?? (reduced.reply === null ? [] : [reduced.reply])
  return {
    turn: number,
    tid: grant.tid,
    route: grant.record.route,
    outcome: reduced.outcome,
    input: turn.input,
    workflow: { id: turn.workflow.id, version: turn.workflow.version },
    queries: answers?.queries ?? turn.queries,
    replies,
    ...(answers === null ? {} : { readings: answers.readings.map(readingOf) }),
    parsed: reduced.parsed,
    failure: reduced.failure,
    messages: reduced.messages,
    // From what is stored: a deadline or a migration has moved the state of the turn already.
    patch: statePatch(grant.head.state, reduced.state),
    snapshot: hasSnapshot(number) ? reduced.state : null,
    timings: watch.read(replies.reduce((sum, { milliseconds }) => sum + milliseconds, 0)),
    fence: grant.fence,
    at: new Date(parts.clock.now()).toISOString(),
    previous: grant.head.hash
  }
}

const readingOf = (reading: Reading) => ({
  ask: reading.reply.ask,
  kind: reading.parsed.kind,
  valid: isValid(reading)
})
