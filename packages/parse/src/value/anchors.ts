import { propertyOf } from '../schema/property-of.ts'
import { branchesOf, type ObjectShape, type Property, type Shape } from '../schema/shape.ts'

const MOST_SHAPES = 32

/**
 * The shapes a value may have by the schema, as far as they are known while it
 * is read. Their keys are anchors: where one of them stands, the value before it
 * has ended.
 */
export class Anchors {
  /** None of them is a union. */
  readonly shapes: readonly Shape[]
  readonly #objects: readonly ObjectShape[]
  readonly #children = new Map<string | undefined, Anchors>()

  constructor(shapes: readonly Shape[]) {
    this.shapes = [...new Set(shapes.flatMap(branchesOf))].slice(0, MOST_SHAPES)
    this.#objects = this.shapes.filter(shape => shape.kind === 'object')
  }

  /** True where the schema names the keys of an object. */
  get namesKeys(): boolean {
    return this.#objects.some(shape => shape.byName.size > 0)
  }

  /** The property the schema expects under a key, if it expects one. */
  expects(key: string): Property | undefined {
    for (const shape of this.#objects) {
      const property = propertyOf(shape, key)
      if (property !== undefined) return property
    }
    return undefined
  }

  /** What the value of a key may be; without a key, what an item may be. */
  under(key?: string): Anchors {
    let child = this.#children.get(key)
    if (child === undefined) {
      const shapes = this.shapes.flatMap(shape => partsOf(shape, key))
      // The key of a wrapper may lead to what was asked for itself.
      child = shapes.length > 0 ? new Anchors(shapes) : this
      this.#children.set(key, child)
    }
    return child
  }
}

function partsOf(shape: Shape, key: string | undefined): readonly Shape[] {
  if (shape.kind === 'array') return key === undefined ? [...shape.prefix, shape.items] : []
  if (shape.kind !== 'object') return []
  // One item may stand in a list of its own.
  if (key === undefined) return [shape]
  const { additional } = shape
  const inner =
    propertyOf(shape, key)?.shape ?? (additional?.kind === 'any' ? undefined : additional)
  return inner === undefined ? [] : [inner]
}
