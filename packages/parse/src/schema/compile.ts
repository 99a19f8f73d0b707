import { isObject } from '../json.ts'
import { type Accepts, conditionsOf, regularExpression } from './conditions.ts'
import { fold } from './fold.ts'
import { isBinding, merge } from './merge.ts'
import type { ChoiceOption, Condition, Property, RawSchema, Shape } from './shape.ts'
import { stringsOf } from './shape.ts'

/** A schema in the form the reader works with. */
export interface Compiled {
  readonly shape: Shape
  /** True when keys or choices have other names on the wire than in the data. */
  readonly renames: boolean
}

/** A schema that keeps growing while it is resolved says nothing beyond here. */
const MOST_SHAPES = 5000
/** How many unions may lead to one another before anything is read. */
const MOST_UNIONS = 16

/**
 * Compiles a JSON Schema; the work is a list, so that its depth costs no stack.
 *
 * @param undeclared what an object does with undeclared keys where `additionalProperties` is absent
 * @param accepts answers what conditions ask about other schemas
 */
export function compileSchema(
  root: unknown,
  undeclared: 'keep' | 'strip',
  accepts: Accepts
): Compiled {
  // A shape is handed out before it is filled, which is how a schema may contain itself.
  const shapes = new Map<unknown, Shape>()
  /** How many unions lead to a schema without anything being read on the way. */
  const depths = new Map<unknown, number>()
  let renames = false

  const shapeOf = (schema: unknown): Shape => {
    const shape = shapes.get(schema) ?? { kind: 'any' }
    shapes.set(schema, shape)
    return shape
  }

  const ask = (flat: RawSchema) =>
    conditionsOf(flat, schema => {
      const shape = shapeOf(schema)
      return value => accepts(shape, value)
    })

  const read = (schema: unknown): Shape => {
    const merged = merge(root, schema)
    if (typeof merged === 'boolean') return { kind: merged ? 'any' : 'never' }
    const { allOf, ...flat } = merged
    const union = unionOf(flat)
    if (union === undefined) return { ...byKind(flat), conditions: ask({ ...flat, allOf }) }
    const depth = (depths.get(schema) ?? 0) + 1
    if (depth > MOST_UNIONS) return { kind: 'any' }
    const branches = union.branches.map(branch => {
      if (!shapes.has(branch)) depths.set(branch, depth)
      return shapeOf(branch)
    })
    return { kind: 'union', branches, conditions: ask({ allOf, oneOf: union.only }) }
  }

  /**
   * What a union leads to through nothing but unions, each with what those ask of
   * it. One that leads back to itself asks the same question again.
   */
  const leaves = (union: Shape): Shape[] => {
    const met = new Map<Shape, readonly Condition[]>([[union, []]])
    for (const [shape, asked] of met) {
      if (shape.kind !== 'union') continue
      const asks = shape === union ? asked : [...asked, ...(shape.conditions ?? [])]
      for (const branch of shape.branches) if (!met.has(branch)) met.set(branch, asks)
    }
    return [...met].flatMap(([shape, asked]) => {
      if (shape.kind === 'union') return []
      if (asked.length === 0) return shape
      return { ...shape, conditions: [...(shape.conditions ?? []), ...asked] }
    })
  }

  const byKind = (flat: RawSchema): Shape => {
    const kind = kindOf(flat)
    switch (kind) {
      case 'number':
        return { kind, integer: flat.type === 'integer' }
      case 'choice':
        return { kind, options: choices(flat) }
      case 'array': {
        // Before 2020-12 a tuple stood in `items` and its rest in `additionalItems`.
        const [prefix, rest] = Array.isArray(flat.items)
          ? [flat.items, flat.additionalItems]
          : [flat.prefixItems ?? [], flat.items]
        return { kind, prefix: [prefix].flat().map(shapeOf), items: shapeOf(rest ?? true) }
      }
      case 'object':
        return { kind, ...object(flat) }
      default:
        return { kind }
    }
  }

  const choices = (flat: RawSchema): ChoiceOption[] => {
    const values = 'const' in flat ? [flat.const] : [flat.enum].flat()
    return values.map(value => {
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
      const told = stringsOf(own(flat['x-aliases'], text))
      renames ||= told.length > 0
      return {
        value,
        names: told.length > 0 ? told : [text],
        description: stringsOf([own(flat['x-descriptions'], text)])[0] ?? ''
      }
    })
  }

  const object = (flat: RawSchema) => {
    const required = new Set(stringsOf(flat.required))
    const names = new Set([...Object.keys(Object(flat.properties)), ...required])
    const patterns = Object.entries(Object(flat.patternProperties)).flatMap(([source, schema]) => {
      const pattern = regularExpression(source)
      return pattern === undefined ? [] : { pattern, schema, shape: shapeOf(schema) }
    })
    const byName = new Map<string, Property>()
    const byFold = new Map<string, Property | undefined>()
    const properties = [...names].map(name => {
      const schema = own(flat.properties, name) ?? true
      const [told = name] = stringsOf([own(schema, 'x-alias')])
      renames ||= told !== name
      const also = patterns.filter(({ pattern }) => pattern.test(name)).map(one => one.schema)
      const property: Property = {
        name,
        shape: shapeOf(also.length > 0 ? { allOf: [schema, ...also] } : schema),
        required: required.has(name)
      }
      // The names an agent may write: the one it was told, and others.
      const wireNames = [told, ...stringsOf(own(schema, 'x-aliases'))]
      for (const wireName of wireNames) {
        byName.set(wireName, property)
        const folded = fold(wireName)
        const taken = byFold.has(folded) && byFold.get(folded) !== property
        byFold.set(folded, taken ? undefined : property)
      }
      return property
    })
    const { propertyNames, additionalProperties: additional } = flat
    const open = additional ?? (names.size > 0 && undeclared === 'strip' ? false : undefined)
    return {
      properties,
      byName,
      byFold,
      patterns,
      names: propertyNames === undefined ? undefined : shapeOf(propertyNames),
      additional: open === false ? undefined : shapeOf(open ?? true)
    }
  }

  const shape = shapeOf(root)
  // Filling one may ask for others, which come up behind it.
  for (const [schema, draft] of shapes) {
    Object.assign(draft, shapes.size > MOST_SHAPES ? { kind: 'any' } : read(schema))
  }
  for (const union of shapes.values()) {
    if (union.kind === 'union') Object.assign(union, { branches: leaves(union) })
  }
  return { shape, renames }
}

function own(record: unknown, key: string): unknown {
  return isObject(record) && Object.hasOwn(record, key) ? record[key] : undefined
}

/** The branches of a union, each joined with what stands beside them; of some only one may fit. */
function unionOf(flat: RawSchema) {
  const { nullable, type, ...beside } = flat
  if (nullable === true) return { branches: [{ ...flat, nullable: false }, { type: 'null' }] }
  for (const keyword of ['anyOf', 'oneOf']) {
    const { [keyword]: listed, ...rest } = flat
    if (!Array.isArray(listed)) continue
    const binds = Object.keys(rest).some(isBinding)
    const branches = listed.map(branch => (binds ? { allOf: [rest, branch] } : branch))
    return { branches, only: keyword === 'oneOf' ? listed : undefined }
  }
  if (!Array.isArray(type) || 'enum' in flat || 'const' in flat) return undefined
  return { branches: type.map(one => ({ ...beside, type: one })) }
}

const KINDS = ['object', 'array', 'string', 'number', 'boolean', 'null'] as const

function kindOf(flat: RawSchema): (typeof KINDS)[number] | 'choice' | 'any' {
  if ('const' in flat || Array.isArray(flat.enum)) return 'choice'
  if (flat.type === 'integer') return 'number'
  const named = KINDS.find(kind => kind === flat.type)
  if (named !== undefined) return named
  // Where no type is named, some keywords speak of one.
  const keywords = Object.keys(flat).join()
  if (/propert|required/i.test(keywords)) return 'object'
  return /items|contains/i.test(keywords) ? 'array' : 'any'
}
