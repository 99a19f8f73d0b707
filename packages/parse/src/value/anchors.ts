import { propertyOf } from '../schema/property-of.ts'
import type { ObjectShape, Property, Shape } from '../schema/shape.ts'

const MOST_SHAPES = 32

/**
 * The shapes a value may have by the schema, as far as they are known while it
 * is read. Their keys are anchors: where one of them stands, the value before it
 * has ended.
 */
export class Anchors {
  readonly #shapes: readonly Shape[]
  readonly #objects: readonly ObjectShape[]
  readonly #children = new Map<string, Anchors>()
  #items: Anchors | undefined

  constructor(shapes: readonly Shape[]) {
    this.#shapes = flatten(shapes)
    this.#objects = this.#shapes.filter(shape => shape.kind === 'object')
  }

  /** True where the schema names the keys of an object. */
  get namesKeys(): boolean {
    return this.#objects.some(shape => shape.byName.size > 0)
  }

  #propertiesOf(key: string): readonly Property[] {
    return this.#objects.flatMap(shape => propertyOf(shape, key) ?? [])
  }

  /** Says whether the schema expects a key here. */
  expects(key: string): boolean {
    return this.#propertiesOf(key).length > 0
  }

  /** The schema's own name of a key, when the key is one it expects. */
  nameOf(key: string): string {
    return this.#propertiesOf(key)[0]?.name ?? key
  }

  /** True where text can only be one of a list of options: half of it means nothing yet. */
  get isChoice(): boolean {
    return (
      this.#shapes.some(shape => shape.kind === 'choice') &&
      this.#shapes.every(shape => shape.kind === 'choice' || shape.kind === 'null')
    )
  }

  /** Says whether the schema has a place for an object, or for a list. */
  accepts(kind: 'object' | 'array'): boolean {
    return this.#shapes.some(shape => shape.kind === kind || shape.kind === 'any')
  }

  /** What the value of a key may be. */
  under(key: string): Anchors {
    const known = this.#children.get(key)
    if (known !== undefined) return known
    const shapes = this.#objects.flatMap(shape => {
      const property = propertyOf(shape, key)
      if (property !== undefined) return [property.shape]
      return shape.additional === undefined || shape.additional.kind === 'any'
        ? []
        : shape.additional
    })
    // The key of a wrapper may lead to what was asked for itself.
    if (shapes.length === 0) return this
    const child = new Anchors(shapes)
    this.#children.set(key, child)
    return child
  }

  /** What an item may be. */
  get items(): Anchors {
    this.#items ??= new Anchors(
      this.#shapes.flatMap(shape => {
        if (shape.kind === 'array') return [...shape.prefix, shape.items]
        // One item may stand in a list of its own.
        return shape.kind === 'object' ? [shape] : []
      })
    )
    return this.#items
  }
}

/** Opens unions; a union met twice adds nothing. */
function flatten(shapes: readonly Shape[]): Shape[] {
  const open = new Set(shapes)
  // What is added to a set is met later in the same walk.
  for (const shape of open) {
    if (shape.kind !== 'union') continue
    for (const branch of shape.branches) if (open.size < MOST_SHAPES) open.add(branch)
  }
  return [...open].filter(shape => shape.kind !== 'union')
}
