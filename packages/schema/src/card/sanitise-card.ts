import { CARD_ACTIONS, type CardActionName } from './action-shapes.ts'
import type { CardRules, WaitingNode } from './card-node.ts'
import type { CardRefusal, CardRemoval } from './card-removal.ts'
import { isJsonObject, type JsonObject } from './json-value.ts'
import { openNode } from './open-node.ts'

/** How much of a card is let in. */
export interface SanitiseCardOptions {
  /** How many nodes may stand inside one another, counted in elements and objects. */
  readonly maxDepth?: number
  /** How many nodes a card may have: elements, actions, their parts, objects and lists of data. */
  readonly maxNodes?: number
  /** The size of the card as JSON, in bytes of UTF-8. */
  readonly maxBytes?: number
  readonly allowedActions?: readonly CardActionName[]
  /** Narrows links and images to these hosts, as in `safeHref`. */
  readonly allowedHosts?: readonly string[]
}

/** A card made of what is known and safe, or the reason why there is none. */
export type SanitisedCard =
  | { readonly card: JsonObject; readonly removed: readonly CardRemoval[] }
  | { readonly card: null; readonly reason: CardRefusal }

/**
 * Builds a card anew from what a stranger's card holds of known and safe things.
 *
 * Nothing is taken over by default: only known elements, actions and properties of Adaptive Cards
 * 1.0 to 1.6 come across, each value checked by its kind, links and images through `safeHref`.
 * Fallbacks and requirements are resolved, so that the card means the same to every reader. A
 * card beyond a limit is refused whole: half a form would ask for half the data.
 *
 * @param input a card as JSON text or as the object parsed from it, which stays untouched
 * @returns never throws; a sanitised card passes again unchanged
 * @see design: security, hostile cards
 */
export function sanitiseCard(input: unknown, options: SanitiseCardOptions = {}): SanitisedCard {
  const { maxDepth = 32, maxNodes = 1000, maxBytes = 65_536, allowedHosts } = options
  const source = parseCard(input, maxBytes)
  if (typeof source === 'string') return { card: null, reason: source }

  const rules: CardRules = {
    allowedActions: new Set(options.allowedActions ?? CARD_ACTIONS),
    allowedHosts,
    removed: [],
    elementIds: new Set(),
    actionIds: new Set()
  }
  const placed: unknown[] = []
  const waiting: WaitingNode[] = [
    { kind: 'card', source, path: '', depth: 1, place: node => placed.push(node) }
  ]
  let nodes = 0
  // An explicit stack, in document order: a card as deep as it likes cannot exhaust ours.
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next.source === 'object') nodes++
    if (nodes > maxNodes) return { card: null, reason: 'too-many-nodes' }
    if (next.depth > maxDepth) return { card: null, reason: 'too-deep' }
    const opened = openNode(next, rules)
    if (opened === null) continue
    next.place(opened.node)
    waiting.push(...opened.nested.reverse())
  }
  const [card] = placed
  return isJsonObject(card) ? { card, removed: rules.removed } : NOT_A_CARD
}

const NOT_A_CARD = { card: null, reason: 'not-a-card' } as const

function parseCard(input: unknown, maxBytes: number): JsonObject | CardRefusal {
  let text: string | undefined
  try {
    // Whatever the object is, a proxy or a thing with getters, from here on it is plain JSON.
    text = typeof input === 'string' ? input : JSON.stringify(input)
  } catch (error) {
    return error instanceof RangeError ? 'too-deep' : 'not-json'
  }
  if (text === undefined) return 'not-json'
  if (text.length > maxBytes || new TextEncoder().encode(text).length > maxBytes) {
    return 'too-large'
  }
  try {
    const card: unknown = JSON.parse(text)
    return isJsonObject(card) && card.type === 'AdaptiveCard' ? card : 'not-a-card'
  } catch (error) {
    return error instanceof RangeError ? 'too-deep' : 'not-json'
  }
}
