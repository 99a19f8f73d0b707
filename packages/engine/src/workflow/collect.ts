import { mergeData } from './merge-data.ts'
import type { ConversationState, Provenance } from './state.ts'
import type { Workflow } from './workflow.ts'

const contradictionLimit = 20

/**
 * Takes data into a conversation.
 *
 * What the user confirmed was exactly what stood on the card: when anything changes, the confirmation
 * is void and its card can no longer be submitted.
 *
 * @param held fields that keep their value whatever comes: what the user has just put into a card
 */
export const collect = (
  workflow: Workflow,
  state: ConversationState,
  incoming: Record<string, unknown>,
  origin: Provenance,
  held: ReadonlySet<string> = new Set()
): ConversationState => {
  const { contradictions, ...collected } = mergeData(workflow, state, incoming, origin, held)
  const told = [...state.contradictions, ...contradictions].slice(-contradictionLimit)
  const next = { ...state, ...collected, contradictions: told }
  const same = JSON.stringify(collected.data) === JSON.stringify(state.data)
  return same ? next : withoutConfirmation(next)
}

/** Takes back the confirm card, pressed or not. */
export const withoutConfirmation = (state: ConversationState): ConversationState => ({
  ...state,
  confirmation: null,
  openCards: state.openCards.filter(({ cardId }) => cardId !== state.confirmation?.cardId)
})
