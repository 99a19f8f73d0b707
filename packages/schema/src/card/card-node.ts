import type { CardActionName } from './action-shapes.ts'
import type { CardRemoval, CardRemovalReason } from './card-removal.ts'
import type { NodeKind } from './card-shape.ts'

/** A node of the card that came in, waiting to be opened. */
export interface WaitingNode<Kind extends NodeKind = NodeKind> {
  readonly kind: Kind
  readonly source: unknown
  /** Where it stood, as a JSON pointer. */
  readonly path: string
  readonly depth: number
  /** Puts what became of the node where it belongs. */
  readonly place: (node: unknown) => void
}

/** A node that stays, and the nodes inside it, in document order. */
export interface OpenedNode {
  readonly node: unknown
  readonly nested: WaitingNode[]
}

/** What may stay, what was seen so far and what was removed; shared by all nodes of a card. */
export interface CardRules {
  readonly allowedActions: ReadonlySet<CardActionName>
  readonly allowedHosts: readonly string[] | undefined
  readonly removed: CardRemoval[]
  readonly elementIds: Set<string>
  readonly actionIds: Set<string>
}

/** Records that something does not stay. */
export function remove(rules: CardRules, path: string, reason: CardRemovalReason): null {
  rules.removed.push({ path, reason })
  return null
}
