import type { NextAction, SuggestedInputs, Surface, WorkflowState } from '@turnwise/schema'

/** Where a field came from, so that it can be traced and only declared data goes back to the agent. */
export type Provenance = {
  origin: 'user' | 'agent' | 'card' | 'system'
  surface: Surface | null
  /** Number of the entry that set the field last. */
  turn: number
}

/** A value, with who said it, when and where. A long value is told by its beginning. */
export type Claim = Provenance & { value: unknown }

/** Two values that were said of one field; the one that is kept is the one that is collected. */
export type Contradiction = {
  field: string
  /** Number of the entry in which the second one was said. */
  turn: number
  kept: Claim
  dropped: Claim
}

/** A step that was entered, in which turn and because of whom. */
export type Visit = {
  step: string
  phase: string | null
  turn: number
  cause: 'start' | 'agent' | 'user' | 'deadline' | 'migration'
}

/** What the agent proposed and did not get. Its data was collected all the same. */
export type RefusedProposal = {
  proposed: string
  step: string
  reason: 'not-allowed' | 'incomplete' | 'unconfirmed'
  turn: number
}

/** A card that can still be submitted. The card itself is sanitised and trusted from here on. */
export type OpenCard = { cardId: string; turn: number; card: Record<string, unknown> }

/**
 * The confirm card that shows exactly what is collected now, and whether the user has confirmed it.
 * It is gone as soon as anything collected changes.
 */
export type Confirmation = { cardId: string; given: boolean }

/** What a conversation knows between turns. Plain JSON: it must survive a round trip through text. */
export type ConversationState = {
  /** Version of the workflow whose rules this state follows. */
  version: number
  status: WorkflowState['status']
  result: WorkflowState['result']
  step: string
  phase: string | null
  /** The steps in the order in which they were entered; the latest hundred. */
  path: readonly Visit[]
  /** The snapshot of the machine that guards the steps, if there is one. */
  machine: Record<string, unknown> | null
  /** Actions the machine would accept now; null where none guards. */
  allowed: readonly string[] | null
  /** The last proposal, when it was refused. */
  refused: RefusedProposal | null
  /** When the step has lasted too long, in ISO 8601. */
  deadline: { step: string; at: string } | null
  data: Record<string, unknown>
  provenance: Record<string, Provenance>
  /** The latest twenty. */
  contradictions: readonly Contradiction[]
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
  confirmation: Confirmation | null
  openCards: readonly OpenCard[]
  /** Ids of cards that were submitted, so that a second submit is told apart from an unknown card. */
  consumedCards: readonly string[]
}
