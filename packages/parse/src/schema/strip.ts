import type { ExtraKey } from '../outcome.ts'
import { setOwn } from '../own-property.ts'
import type { Path } from '../span.ts'
import type { ObjectShape, Shape } from './shape.ts'
import { accepts } from './validate.ts'

interface Stripped {
  readonly data: unknown
  readonly extra: readonly ExtraKey[]
}

/** Copies a fitting value without the keys its shape does not declare. */
export function stripUndeclared(shape: Shape, value: unknown): Stripped {
  const extra: ExtraKey[] = []
  return { data: strip(shape, value, [], extra), extra }
}

function strip(shape: Shape, value: unknown, path: Path, extra: ExtraKey[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (shape.kind === 'union') {
    const branch = shape.branches.find(candidate => accepts(candidate, value))
    return branch === undefined ? value : strip(branch, value, path, extra)
  }
  if (shape.kind === 'array' && Array.isArray(value)) {
    return value.map((item, index) =>
      strip(shape.prefix[index] ?? shape.items, item, [...path, index], extra)
    )
  }
  if (shape.kind !== 'object' || Array.isArray(value)) return value
  const kept: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    const place = placeOf(shape, key)
    if (place === undefined) extra.push({ path: [...path, key], value: inner })
    else setOwn(kept, key, strip(place, inner, [...path, key], extra))
  }
  return kept
}

const ANYTHING: Shape = { kind: 'any', id: -1 }

/** The shape a key's value has to fit, or undefined when the key is not kept. */
function placeOf(shape: ObjectShape, key: string): Shape | undefined {
  const property = shape.properties.find(declared => declared.name === key)
  if (property !== undefined) return property.shape
  const pattern = shape.patterns.find(entry => entry.pattern.test(key))
  if (pattern !== undefined) return pattern.shape
  if (shape.additional === 'strip') return undefined
  return shape.additional === 'keep' ? ANYTHING : shape.additional
}
