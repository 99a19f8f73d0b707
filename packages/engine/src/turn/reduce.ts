import type { Message, ParsedTurn, TurnOutcome } from '@turnwise/schema'
import type { Failure, Fork, Reply } from '../ports/stored-conversation.ts'
import { allowedActions } from '../workflow/allowed-actions.ts'
import { collect, withoutConfirmation } from '../workflow/collect.ts'
import { confirmCard } from '../workflow/confirm-card.ts'
import { deadlineOf } from '../workflow/deadline.ts'
import { judge } from '../workflow/judge.ts'
import { arrive } from '../workflow/move.ts'
import { estimateProgress } from '../workflow/progress.ts'
import { factsOf } from '../workflow/readiness.ts'
import type { ConversationState, OpenCard } from '../workflow/state.ts'
import type { Workflow } from '../workflow/workflow.ts'
import { afterUser } from './after-user.ts'
import type { LoadedTurn } from './load.ts'
import { cardMessage, messagesOf, noteOf, silence } from './messages.ts'
import { takenOver } from './taken-over.ts'

/** Cards that stay open at the most. */
const openCardLimit = 8

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
  if (turn.input.kind === 'start' && turn.input.fork !== undefined)
    return reduceFork(turn, turn.input.fork, parsed, reply)
  const heard = afterUser(turn)
  const moved =
    parsed.kind === 'structured' && heard.status !== 'completed' ? move(turn, heard, parsed) : heard
  const over = handedOver(moved, parsed)
  const shown = messagesOf(turn, parsed.displayMessages, reply.receivedAt)
  const card = asksToConfirm(turn, over, parsed)
    ? [cardMessage(turn, confirmCard(turn.workflow, over), shown.length, reply.receivedAt)]
    : []
  const spoken = [...shown, ...card]
  const silent = parsed.displayMessages.length === 0 && card.length === 0
  const messages = silent ? [...spoken, silence(turn, parsed, reply)] : spoken
  const asked = card[0]?.cardId
  const open = asked === undefined ? over : withoutConfirmation(over)
  const state = settled(turn.workflow, reply.receivedAt, {
    ...open,
    confirmation: asked === undefined ? open.confirmation : { cardId: asked, given: false },
    openCards: [...open.openCards, ...cardsOf(turn, messages)].slice(-openCardLimit)
  })
  return { outcome: 'committed', state, messages, parsed, failure: null, reply }
}

/** A fork stands where it came from: the agent's new greeting neither moves it nor is shown. */
const reduceFork = (turn: LoadedTurn, fork: Fork, parsed: ParsedTurn, reply: Reply): Reduced => {
  const before = takenOver(fork, turn.number)
  const note = `Continued from turn ${fork.turn} of an earlier conversation.`
  const messages = [...before, noteOf(turn, note, before.length, reply.receivedAt)]
  const state = settled(turn.workflow, reply.receivedAt, turn.state)
  return { outcome: 'committed', state, messages, parsed, failure: null, reply }
}

/** The state with what follows from it: what may come next, and until when. */
export const settled = (
  workflow: Workflow,
  at: string,
  state: ConversationState
): ConversationState => ({
  ...state,
  allowed: allowedActions(workflow, state),
  deadline: deadlineOf(workflow, state, at)
})

/** Collects what a reply brings, whatever becomes of what it proposes. */
const move = (
  turn: LoadedTurn,
  before: ConversationState,
  parsed: ParsedTurn
): ConversationState => {
  const { workflow, number } = turn
  const origin = { origin: 'agent', surface: parsed.surface, turn: number } as const
  const collected = collect(workflow, before, parsed.data ?? {}, origin, saidByUser(turn))
  const verdict = judge(workflow, collected, parsed)
  const state: ConversationState = {
    ...collected,
    missing: [],
    refused: null,
    lastAction: parsed.nextAction,
    lastRecommendation:
      parsed.data === null ? before.lastRecommendation : JSON.stringify(parsed.data),
    suggestedInputs: parsed.suggestedInputs
  }
  if (verdict.kind === 'refused') {
    const { proposed, reason, missing } = verdict
    const refused = { proposed, reason, step: state.step, turn: number }
    return progressed(workflow, { ...state, status: 'active', missing, refused }, null)
  }
  if (verdict.kind === 'nothing') return progressed(workflow, state, null)
  // What an agent calls a phase, and how far it says it is, is worth nothing beside a guard.
  const guarded = workflow.machine !== null
  const phase = guarded ? null : parsed.phase
  const arrived = arrive(workflow, state, verdict.place, phase, { turn: number, cause: 'agent' })
  return progressed(workflow, arrived, guarded ? null : parsed.progress)
}

/** In the turn in which the user fills in a card, the agent may repeat what it knew before. */
const saidByUser = ({ input, submit }: LoadedTurn): ReadonlySet<string> =>
  new Set(input.kind === 'card' && submit?.confirms === null ? Object.keys(input.inputs) : [])

const progressed = (
  workflow: Workflow,
  state: ConversationState,
  said: number | null
): ConversationState => {
  if (state.result === 'success') return { ...state, progress: 1, progressEstimated: false }
  const reached = said ?? workflow.steps.find(({ id }) => id === state.step)?.progress
  return reached === undefined
    ? {
        ...state,
        progress: estimateProgress(workflow, state.data),
        progressEstimated: workflow.data !== null
      }
    : { ...state, progress: reached, progressEstimated: false }
}

/** A hand-over to a person ends the part of the agent, whatever else it says. */
const handedOver = (state: ConversationState, parsed: ParsedTurn): ConversationState =>
  state.status !== 'completed' && parsed.displayMessages.some(({ kind }) => kind === 'handoff')
    ? { ...state, status: 'completed', result: 'handed-off' }
    : state

/** The agent asks for it, or what it proposed failed for nothing else. */
const asksToConfirm = (
  { workflow }: LoadedTurn,
  state: ConversationState,
  parsed: ParsedTurn
): boolean => {
  if (!workflow.confirm || state.status !== 'active' || parsed.kind !== 'structured') return false
  const { ready, confirmed } = factsOf(workflow, state)
  const wanted =
    state.refused === null
      ? parsed.nextAction === 'confirm'
      : state.refused.reason === 'unconfirmed'
  return wanted && ready && !confirmed
}

const cardsOf = (turn: LoadedTurn, messages: readonly Message[]): OpenCard[] =>
  messages.flatMap(({ card, cardId }) =>
    card === undefined || cardId === undefined ? [] : [{ cardId, card, turn: turn.number }]
  )
