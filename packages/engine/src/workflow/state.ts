import type { NextAction, SuggestedInputs, Surface, WorkflowState } from '@turnwise/schema'

/** Where a field came from, so that it can be traced and only declared data goes back to the agent. */
export type Provenance = {
  origin: 'user' | 'agent' | 'card' | 'system'
  surface: Surface | null
  /** Number of the entry that set the field last. */
  turn: number
}

/** A card that can still be submitted. The card itself is sanitised and trusted from here on. */
export type OpenCard = { cardId: string; turn: number; card: Record<string, unknown> }

/** What a conversation knows between turns. Plain JSON: it must survive a round trip through text. */
export type ConversationState = {
  status: WorkflowState['status']
  result: WorkflowState['result']
  step: string
  phase: string | null
  data: Record<string, unknown>
  provenance: Record<string, Provenance>
  progress: number | null
  progressEstimated: boolean
  /** Turns of the user. */
  turnCount: number
  lastAction: NextAction | null
  lastRecommendation: string | null
  suggestedInputs: SuggestedInputs | null
  mode: WorkflowState['mode']
  /** Turns in a row whose data could not be used. */
  parseErrors: number
  /** Required fields that were missing when the agent said `complete`. */
  missing: readonly string[]
  openCards: readonly OpenCard[]
  /** Ids of cards that were submitted, so that a second submit is told apart from an unknown card. */
  consumedCards: readonly string[]
}
