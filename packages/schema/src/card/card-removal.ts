import type { ValueProblem } from './property-value.ts'

/**
 * Why something did not stay.
 *
 * `unknown-type`, `unknown-property`: not in Adaptive Cards 1.0 to 1.6 as this product shows them.
 * `action-not-allowed`: not on the workflow's list. `bad-id`, `duplicate-id`: the id is gone, and
 * an input with it. `incomplete`: nothing is left to show. `unmet-requirement`: needs a feature
 * this product has not. `resolved`: a fallback that is not needed, or a requirement that is met.
 */
export type CardRemovalReason =
  | ValueProblem
  | 'unknown-type'
  | 'unknown-property'
  | 'unmet-requirement'
  | 'resolved'
  | 'action-not-allowed'
  | 'bad-id'
  | 'duplicate-id'
  | 'incomplete'

/** One thing that was taken out of a card. */
export interface CardRemoval {
  /** Where it stood in the card that came in, as a JSON pointer. */
  readonly path: string
  readonly reason: CardRemovalReason
}

/** Why a whole card is refused. */
export type CardRefusal = 'not-json' | 'not-a-card' | 'too-large' | 'too-deep' | 'too-many-nodes'
