import { propertyOf } from '../schema/property-of.ts'
import type { ObjectShape, Shape } from '../schema/shape.ts'
import type { Span } from '../span.ts'
import { arrayNode, type Entry, objectNode, stringNode, type ValueNode } from '../value/node.ts'
import { unmarked } from './lines.ts'

/** The object shape that lists of keys and values can be held against, and whether it is an item. */
export interface Target {
  readonly shape: ObjectShape
  readonly list: boolean
}

/** Finds the one object shape a schema asks for at its root, or as the items of its root. */
export function targetOf(shape: Shape): Target | undefined {
  const list = shape.kind === 'array'
  const asked = list ? shape.items : shape
  if (asked.kind === 'object') {
    return asked.properties.length > 0 ? { shape: asked, list } : undefined
  }
  if (shape.kind !== 'union') return undefined
  const [target, ...others] = shape.branches.map(targetOf).filter(one => one !== undefined)
  return others.length === 0 ? target : undefined
}

/** The name of the property that is written so; undefined for any other word. */
export function nameOf(shape: ObjectShape, written: string): string | undefined {
  return propertyOf(shape, unmarked(written))?.name
}

/** A key and a value of which only the text is known. */
export function entryOf(key: string, keySpan: Span, value: string, span: Span): Entry {
  const { start, end } = keySpan
  return { key, keyStart: start, keyEnd: end, value: stringNode(span, value, false) }
}

/** The objects that lists of entries are, or the only one, where no list is asked for. */
export function nodeOfObjects(
  objects: readonly Entry[][],
  { list }: Target
): ValueNode | undefined {
  const nodes = objects.map(entries => {
    const start = entries[0]?.keyStart ?? 0
    return objectNode({ start, end: entries.at(-1)?.value.end ?? start }, entries)
  })
  const [first] = nodes
  if (first === undefined || (!list && nodes.length > 1)) return undefined
  return list
    ? arrayNode({ start: first.start, end: nodes.at(-1)?.end ?? first.end }, nodes)
    : first
}
