import { isJsonObject, type JsonObject } from './json-value.ts'

/** The card a node stands in: the whole card, or one that an action shows. */
export interface CardScope {
  readonly card: JsonObject
  readonly parent: CardScope | null
}

/** A node of a card and the card it stands in. */
export interface WalkedNode {
  readonly node: JsonObject
  readonly scope: CardScope
}

// A fixed order, so that every reader counts alike, however the keys of the JSON are ordered.
const NESTED = [
  'selectAction',
  'body',
  'items',
  'columns',
  'rows',
  'cells',
  'images',
  'inlines',
  'inlineAction',
  'actions',
  'card'
]

/** Visits every element, part and action of a sanitised card in document order. */
export function* walkCard(card: JsonObject): Generator<WalkedNode> {
  const waiting: WalkedNode[] = [{ node: card, scope: { card, parent: null } }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next
    const { node, scope } = next
    const inside = NESTED.flatMap(key => {
      const value = node[key]
      const nodes: unknown[] = Array.isArray(value) ? value : [value]
      return nodes.filter(isJsonObject).map(child => ({
        node: child,
        scope: key === 'card' ? { card: child, parent: scope } : scope
      }))
    })
    waiting.push(...inside.reverse())
  }
}

/** Says whether `scope` is `inner` or a card around it. */
export function surrounds(scope: CardScope, inner: CardScope): boolean {
  for (let at: CardScope | null = inner; at !== null; at = at.parent) {
    if (at.card === scope.card) return true
  }
  return false
}
