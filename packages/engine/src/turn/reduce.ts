import type { DisplayMessage, Message, ParsedTurn, TurnOutcome } from '@turnwise/schema'
import type { Failure, Fork, Reply } from '../ports/stored-conversation.ts'
import type { Workflow } from '../workflow/define-workflow.ts'
import { mergeData } from '../workflow/merge-data.ts'
import { estimateProgress } from '../workflow/progress.ts'
import type { ConversationState, OpenCard } from '../workflow/state.ts'
import { validFields } from '../workflow/valid-fields.ts'
import { validate } from '../workflow/validate.ts'
import { summaryOf } from './card-summary.ts'
import type { LoadedTurn } from './load.ts'
import { messageIdOf } from './message-id.ts'
import { takenOver } from './taken-over.ts'

/** Cards that stay open, and submitted ones that are remembered, at the most. */
const openCardLimit = 8
const consumedLimit = 64

/** What a turn makes of a conversation. */
export type Reduced = {
  outcome: TurnOutcome
  state: ConversationState
  messages: readonly Message[]
  parsed: ParsedTurn | null
  failure: Failure | null
  reply: Reply | null
}

/** Moves the workflow by what the agent said. A pure function of turn, reply and workflow. */
export const reduce = (turn: LoadedTurn, parsed: ParsedTurn, reply: Reply): Reduced => {
  const counted = withSubmitted(turn, countTurn(turn))
  if (turn.input.kind === 'start' && turn.input.fork !== undefined)
    return reduceFork(turn, turn.input.fork, parsed, reply)
  const spoken = messagesOf(turn, parsed.displayMessages, reply.receivedAt)
  const messages =
    parsed.displayMessages.length > 0 ? spoken : [...spoken, silence(turn, parsed, reply)]
  const moved = parsed.kind === 'structured' ? move(turn, counted, parsed) : counted
  const openCards = [...moved.openCards, ...cardsOf(turn, messages)].slice(-openCardLimit)
  const state = { ...moved, openCards }
  return { outcome: 'committed', state, messages, parsed, failure: null, reply }
}

/** A fork stands where it came from: the agent's new greeting neither moves it nor is shown. */
const reduceFork = (turn: LoadedTurn, fork: Fork, parsed: ParsedTurn, reply: Reply): Reduced => {
  const before = takenOver(fork, turn.number)
  const note = `Continued from turn ${fork.turn} of an earlier conversation.`
  const messages = [...before, noteOf(turn, note, before.length, reply.receivedAt)]
  return { outcome: 'committed', state: turn.state, messages, parsed, failure: null, reply }
}

/** What the user put into a card is collected like what the agent says, field by field. */
const withSubmitted = (turn: LoadedTurn, state: ConversationState): ConversationState => {
  if (turn.submit === null) return state
  const { data } = validFields(turn.workflow, turn.submit.value)
  const origin = { origin: 'card', surface: null, turn: turn.number } as const
  return { ...state, ...mergeData(turn.workflow, state, data, origin) }
}

const move = (
  turn: LoadedTurn,
  state: ConversationState,
  parsed: ParsedTurn
): ConversationState => {
  const { workflow } = turn
  const collected = mergeData(workflow, state, parsed.data ?? {}, {
    origin: 'agent',
    surface: parsed.surface,
    turn: turn.number
  })
  const step = parsed.step ?? state.step
  const named = workflow.steps.find(({ id }) => id === step)
  const ended = endOf(workflow, parsed, collected.data)
  return {
    ...state,
    ...collected,
    ...ended,
    ...progressOf(workflow, parsed, ended, named?.progress, collected.data),
    step,
    phase: parsed.phase ?? named?.phase ?? (step === state.step ? state.phase : null),
    lastAction: parsed.nextAction,
    lastRecommendation:
      parsed.data === null ? state.lastRecommendation : JSON.stringify(parsed.data),
    suggestedInputs: parsed.suggestedInputs
  }
}

type Ended = Pick<ConversationState, 'status' | 'result' | 'missing'>

/** `complete` counts only with everything the schema requires; what is missing is told to the agent. */
const endOf = (workflow: Workflow, parsed: ParsedTurn, data: Record<string, unknown>): Ended => {
  if (parsed.nextAction === 'error') return { status: 'error', result: 'failed', missing: [] }
  if (parsed.nextAction !== 'complete') return { status: 'active', result: null, missing: [] }
  const checked = workflow.data === null ? null : validate(workflow.data.full, data)
  if (checked === null || checked.success)
    return { status: 'completed', result: 'success', missing: [] }
  const missing = new Set(checked.issues.map(({ path }) => path.map(String).join('.')))
  return { status: 'active', result: null, missing: [...missing] }
}

const progressOf = (
  workflow: Workflow,
  parsed: ParsedTurn,
  ended: Ended,
  onArrival: number | undefined,
  data: Record<string, unknown>
): Pick<ConversationState, 'progress' | 'progressEstimated'> => {
  if (ended.status === 'completed') return { progress: 1, progressEstimated: false }
  const said = parsed.progress ?? onArrival
  return said === undefined
    ? { progress: estimateProgress(workflow, data), progressEstimated: workflow.data !== null }
    : { progress: said, progressEstimated: false }
}

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
    state: end.failure?.code === 'ERR_TURN_FAILED' ? { ...counted, status: 'error' } : counted,
    messages: [...spoken, noted],
    parsed: null,
    failure: end.failure === null ? null : bindingFailure(turn, end.failure),
    reply: end.partial
  }
}

const plain: DisplayMessage = { kind: 'text', citations: [], suggestedActions: [] }

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

/** A turn never shows nothing. */
const silence = (turn: LoadedTurn, parsed: ParsedTurn, reply: Reply): Message =>
  noteOf(
    turn,
    parsed.parseErrors.length > 0
      ? 'The agent answered, but nothing of it could be shown.'
      : 'The agent answered without words.',
    turn.input.kind === 'start' ? 0 : 1,
    reply.receivedAt
  )

const noteOf = (turn: LoadedTurn, text: string, index: number, at: string): Message =>
  messageOf(turn, { ...plain, kind: 'status', text }, index, at, 'system')

const countTurn = (turn: LoadedTurn): ConversationState => {
  const { input, state } = turn
  if (input.kind === 'start') return state
  const reopened = state.status === 'completed' ? { status: 'active' as const, result: null } : {}
  const counted = { ...state, ...reopened, turnCount: state.turnCount + 1 }
  if (input.kind !== 'card') return counted
  return {
    ...counted,
    openCards: state.openCards.filter(({ cardId }) => cardId !== input.cardId),
    consumedCards: [...state.consumedCards, input.cardId].slice(-consumedLimit)
  }
}

/** The turn in the transcript: what the user did, then what the agent said. */
const messagesOf = (
  turn: LoadedTurn,
  said: readonly DisplayMessage[],
  at: string
): readonly Message[] => {
  const own = turn.input.kind === 'start' ? [] : [ownMessage(turn)]
  return [
    ...own,
    ...said.map((message, index) => messageOf(turn, message, own.length + index, at, 'assistant'))
  ]
}

const ownMessage = (turn: LoadedTurn): Message => {
  const text = turn.input.kind === 'text' ? turn.input.text : summaryOf(turn)
  return messageOf(turn, { ...plain, text }, 0, turn.grant.record.admittedAt, 'user')
}

const messageOf = (
  turn: LoadedTurn,
  message: DisplayMessage,
  index: number,
  createdAt: string,
  role: Message['role']
): Message => {
  const id = messageIdOf(turn.number, index)
  return {
    id,
    role,
    ...message,
    ...(message.kind === 'card' ? { cardId: `card-${id}` } : {}),
    citations: [...message.citations],
    suggestedActions: [...message.suggestedActions],
    createdAt
  }
}

const cardsOf = (turn: LoadedTurn, messages: readonly Message[]): OpenCard[] =>
  messages.flatMap(({ card, cardId }) =>
    card === undefined || cardId === undefined ? [] : [{ cardId, card, turn: turn.number }]
  )
