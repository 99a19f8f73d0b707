import type { ObjectShape, Shape } from '../schema/shape.ts'

/** The object shape that lists of keys and values can be held against, and whether it is an item. */
export interface Target {
  readonly shape: ObjectShape
  readonly list: boolean
}

/** Finds the one object shape a schema asks for at its root, or as the items of its root. */
export function targetOf(shape: Shape): Target | undefined {
  if (shape.kind === 'object')
    return shape.properties.length > 0 ? { shape, list: false } : undefined
  if (shape.kind === 'array') {
    const { items } = shape
    return items.kind === 'object' && items.properties.length > 0
      ? { shape: items, list: true }
      : undefined
  }
  if (shape.kind !== 'union') return undefined
  const targets = shape.branches.map(targetOf).filter(target => target !== undefined)
  return targets.length === 1 ? targets[0] : undefined
}
