import type { ConversationView, Message } from '@turnwise/schema'
import { type ConversationState, runningTurn, turnOf } from './state.ts'

/**
 * Takes over the newest page of a conversation.
 *
 * The server is right: what it does not have any more is gone here too. Pages before it stay.
 */
export function applyView(state: ConversationState, view: ConversationView): ConversationState {
  const { messages, workflowState, openCards, running } = view
  const first = messages[0] === undefined ? Number.POSITIVE_INFINITY : turnOf(messages[0])
  const earlier = view.before === null ? [] : state.messages.filter(one => turnOf(one) < first)
  return {
    ...state,
    phase: 'ready',
    messages: [...earlier, ...messages],
    before: earlier.length > 0 ? state.before : view.before,
    workflowState,
    openCards,
    stuck: stillStuck(state, messages),
    running: running === null ? ownOf(state) : (state.running ?? runningTurn(null, running))
  }
}

/** What failed and stands in the transcript with a note of its own needs no second one. */
function stillStuck(
  { stuck }: ConversationState,
  messages: readonly Message[]
): ConversationState['stuck'] {
  const noted = messages.some(one => one.role === 'system' && turnOf(one) === stuck?.turn)
  return noted ? null : stuck
}

/** A turn of this page is followed to its end, whatever the view says meanwhile. */
const ownOf = ({ running }: ConversationState): ConversationState['running'] =>
  running?.own ? running : null

/** Takes over the page before the first message. */
export const applyEarlier = (
  state: ConversationState,
  view: ConversationView
): ConversationState => ({
  ...state,
  messages: [...view.messages, ...state.messages],
  before: view.before
})
