import type { Failure, Reply } from '../ports/stored-conversation.ts'
import { countTurn } from './after-user.ts'
import type { LoadedTurn } from './load.ts'
import { messagesOf, noteOf, plain } from './messages.ts'
import { type Reduced, settled } from './reduce.ts'

/**
 * Ends a turn whose reply never came whole: the user's turn is counted and a pressed card stays
 * used, because the agent may have acted on it; data and step stay as they were.
 */
export const reduceWithoutReply = (
  turn: LoadedTurn,
  end: {
    outcome: 'uncertain' | 'stopped' | 'failed'
    failure: Failure | null
    partial: Reply | null
    shown: readonly string[]
    at: string
  }
): Reduced => {
  const said = end.shown.filter(text => text !== '').map(text => ({ ...plain, text }))
  const spoken = messagesOf(turn, said, end.at)
  const noted = noteOf(turn, wordsFor(turn, end), spoken.length, end.at)
  const counted = countTurn(turn)
  return {
    outcome: end.outcome,
    state: settled(
      turn.workflow,
      end.at,
      end.failure?.code === 'ERR_TURN_FAILED' ? { ...counted, status: 'error' } : counted
    ),
    messages: [...spoken, noted],
    parsed: null,
    failure: end.failure === null ? null : bindingFailure(turn, end.failure),
    reply: end.partial
  }
}

/** Ends a turn that found the conversation over because its deadline had passed: nothing is sent. */
export const reduceTooLate = (turn: LoadedTurn): Reduced => {
  const at = turn.grant.record.admittedAt
  const spoken = messagesOf(turn, [], at)
  const { state } = turn
  return {
    outcome: 'committed',
    state: settled(turn.workflow, at, { ...state, turnCount: state.turnCount + 1 }),
    messages: [...spoken, noteOf(turn, tooLate, spoken.length, at)],
    parsed: null,
    failure: null,
    reply: null
  }
}

const tooLate = 'The time for this has passed, so it was not sent. Start a new conversation.'

/** What a person should know of a turn without an answer, and can do. */
const wordsFor = (
  turn: LoadedTurn,
  { outcome, failure }: { outcome: 'uncertain' | 'stopped' | 'failed'; failure: Failure | null }
): string => {
  if (outcome === 'stopped') return 'Stopped.'
  const what =
    outcome === 'uncertain'
      ? 'The agent may have received this, but its answer was lost. Nothing was changed here.'
      : failure?.code === 'ERR_CHANNEL_FAILED'
        ? 'The agent failed after it had been asked: it may have acted on this, or not.'
        : 'The agent could not answer this.'
  return turn.input.kind === 'card'
    ? `${what} The card is used up: ask the agent for it again.`
    : `${what} You can send it again.`
}

/** A card that may have been acted on stays used, so that no key can try it again. */
const bindingFailure = (turn: LoadedTurn, failure: Failure): Failure =>
  turn.input.kind === 'card'
    ? { ...failure, details: { ...failure.details, cardConsumed: true } }
    : failure
