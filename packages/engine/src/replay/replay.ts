import type { Entry } from '../ports/stored-conversation.ts'
import type { ReplyRules } from '../reply/rules.ts'
import { isTooLate, prepareTurn } from '../turn/load.ts'
import { parse } from '../turn/parse.ts'
import type { Reduced } from '../turn/reduce.ts'
import { reduceTooLate } from '../turn/reduce-without-reply.ts'
import { stateAfter } from '../turn/state-at.ts'
import { understand } from '../turn/understand.ts'
import { afterDeadline } from '../workflow/deadline.ts'
import { initialState } from '../workflow/initial-state.ts'
import type { ConversationState } from '../workflow/state.ts'
import type { Workflow } from '../workflow/workflow.ts'
import { type Change, changesBetween } from './changes.ts'
import { grantAgain } from './grant-again.ts'
import { nobody, unasked } from './without-effects.ts'

/** What a stored turn becomes when its replies are read again. */
export type ReplayedTurn = {
  turn: number
  /**
   * `same` byte for byte, `changed`, `refused` where the input is not taken any more, `broken` where
   * code of the workflow throws, or `kept`: there was no reply to read again.
   */
  verdict: 'same' | 'changed' | 'refused' | 'broken' | 'kept'
  changes: readonly Change[]
}

export type ReplayOptions = {
  /** Reads the replies and moves: the one of then, or another one to see what it would change. */
  workflow: Workflow
  /** What of a reply may reach a person; as it was then for byte-identical messages. */
  rules?: ReplyRules
}

/**
 * Reads the stored replies of a conversation again, from its first turn on, and tells what would have
 * become of it. No agent is asked and nothing is written: between reply and entry there is only a
 * function.
 *
 * @param entries all of a conversation, oldest first
 */
export async function* replay(
  entries: Iterable<Entry> | AsyncIterable<Entry>,
  { workflow, rules = {} }: ReplayOptions
): AsyncGenerator<ReplayedTurn> {
  let stored: ConversationState | null = null
  let state: ConversationState | null = null
  for await (const entry of entries) {
    const then: ConversationState = entry.snapshot ?? stateAfter(known(stored, entry), entry)
    const before = state ?? opening(workflow, entry, then)
    const again = readAgain(entry, before, workflow, rules)
    if (typeof again === 'string') {
      state = carriedOn(before, stored, entry, then)
      yield { turn: entry.turn, verdict: again, changes: [] }
    } else {
      state = again.state
      const changes = changesBetween({ ...entry, state: then }, again)
      yield { turn: entry.turn, verdict: changes.length === 0 ? 'same' : 'changed', changes }
    }
    stored = then
  }
}

const known = (stored: ConversationState | null, entry: Entry): ConversationState => {
  if (stored !== null) return stored
  throw new TypeError(`entry ${entry.turn} has neither a snapshot nor a turn before it`)
}

/** The state before the first turn; a fork begins with the one it took over. */
const opening = (
  workflow: Workflow,
  { input }: Entry,
  then: ConversationState
): ConversationState => {
  if (input.kind !== 'start') throw new TypeError('a history begins with its first turn')
  return input.fork === undefined ? initialState(workflow, input.seed) : then
}

/** What the turn becomes now. */
const readAgain = (
  entry: Entry,
  before: ConversationState,
  workflow: Workflow,
  rules: ReplyRules
): Reduced | 'refused' | 'broken' | 'kept' => {
  if (entry.outcome !== 'committed' || entry.input.kind === 'notice') return 'kept'
  try {
    const grant = grantAgain(entry, { ...before, version: workflow.version })
    const admitted = Date.parse(grant.record.admittedAt)
    const state = afterDeadline(workflow, grant.head.state, admitted, entry.turn)
    const turn = prepareTurn({ grant, workflow, channel: unasked, state, rules })
    if (turn.kind === 'refused') return 'refused'
    const whole = entry.replies.filter(reply => reply.whole)
    const [first, ...rest] = whole.map(reply => parse(turn, reply, nobody))
    if (first === undefined) return isTooLate(turn) ? reduceTooLate(turn) : 'kept'
    const { queries, replies } = entry
    return understand(turn, { queries, replies, readings: [first, ...rest] }, nobody)
  } catch {
    // Steps and machines are code of others, and may break on what another schema lets through.
    return 'broken'
  }
}

/** The state after a turn that is not read again: what it did then, as far as it still can be done. */
const carriedOn = (
  before: ConversationState,
  stored: ConversationState | null,
  entry: Entry,
  then: ConversationState
): ConversationState => {
  if (JSON.stringify(before) === JSON.stringify(stored)) return then
  try {
    return stateAfter(before, entry)
  } catch {
    // The patch speaks of fields that are not there on this way.
    return { ...before, turnCount: then.turnCount }
  }
}
