import { type CardRules, remove } from './card-node.ts'
import type { CardShape, NodeKind } from './card-shape.ts'
import { isJsonObject, type JsonObject, pointer } from './json-value.ts'
import { shapeOf } from './shape-of.ts'

/** A node that can be shown, its shape, and where it stood. */
export interface ResolvedNode {
  readonly shape: CardShape
  /** The node; of one that may fall back without `fallback` and `requires`, which are settled. */
  readonly source: JsonObject
  readonly path: string
}

type ShapedKind = Exclude<NodeKind, 'data'>

// In every other place there is nothing to fall back to: the two are unknown properties there.
const FALLING_BACK: ReadonlySet<ShapedKind> = new Set(['element', 'action', 'column'])

/**
 * Follows the fallbacks of a node to the first one that can be shown.
 *
 * @returns null when there is none
 */
export function resolveFallback(
  kind: ShapedKind,
  start: { readonly source: unknown; readonly path: string },
  rules: CardRules
): ResolvedNode | null {
  let { source, path } = start
  while (isJsonObject(source)) {
    const shape = shapeOf(kind, source)
    if (!FALLING_BACK.has(kind)) {
      return shape === undefined ? remove(rules, path, 'unknown-type') : { shape, source, path }
    }
    const { fallback, requires, ...rest } = source
    if (shape !== undefined && meets(requires)) {
      if (fallback !== undefined) remove(rules, pointer(path, 'fallback'), 'resolved')
      if (requires !== undefined) remove(rules, pointer(path, 'requires'), 'resolved')
      return { shape, source: rest, path }
    }
    remove(rules, path, shape === undefined ? 'unknown-type' : 'unmet-requirement')
    if (!isJsonObject(fallback)) return null
    source = fallback
    path = pointer(path, 'fallback')
  }
  return remove(rules, path, 'bad-value')
}

const NEWEST_MINOR = 6

// The one feature a card can count on here is the schema itself, up to its version 1.6.
function meets(requires: unknown): boolean {
  if (!isJsonObject(requires)) return true
  return Object.entries(requires).every(([feature, version]) => {
    if (feature !== 'adaptiveCards') return false
    const minor = /^1(?:\.(\d{1,2}))?$/.exec(String(version))
    return version === '*' || (minor !== null && Number(minor[1] ?? 0) <= NEWEST_MINOR)
  })
}
