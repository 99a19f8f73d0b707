import { hasDuplicates, isObject } from '../json.ts'
import type { Condition, RawSchema, Shape } from './shape.ts'
import { stringsOf } from './shape.ts'

/** Says whether a value fits a shape as it is. */
export type Accepts = (shape: Shape, value: unknown) => boolean

type Test = (value: unknown) => boolean

const COMPARE: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  minimum: (value, limit) => value >= limit,
  maximum: (value, limit) => value <= limit,
  exclusiveMinimum: (value, limit) => value > limit,
  exclusiveMaximum: (value, limit) => value < limit,
  // 0.3 / 0.1 is not quite 3.
  multipleOf: (value, step) => Math.abs(value / step - Math.round(value / step)) < 1e-9
}

/**
 * Compiles the keywords that judge a value of the right kind: limits, patterns,
 * and those that hold it against other schemas.
 */
export function conditionsOf(
  flat: RawSchema,
  compile: (schema: unknown) => Shape,
  accepts: Accepts
): readonly Condition[] | undefined {
  const conditions = Object.entries(flat).flatMap(([rule, limit]) => {
    if (limit === undefined) return []
    const asking = schemaTest(rule, limit, flat, schema => {
      const shape = compile(schema)
      return value => accepts(shape, value)
    })
    const holds = asking === undefined ? testOf(rule, limit) : unlessAsking(asking)
    const expected = typeof limit === 'object' ? `what "${rule}" asks for` : `${rule} ${limit}`
    return holds === undefined ? [] : { rule, expected, holds }
  })
  return conditions.length > 0 ? conditions : undefined
}

function testOf(rule: string, limit: unknown): Test | undefined {
  const compare = COMPARE[rule]
  const [, bound, unit] = /^(min|max)(Length|Items|Properties)$/.exec(rule) ?? []
  if (typeof limit === 'number') {
    if (compare !== undefined) return value => typeof value !== 'number' || compare(value, limit)
    if (unit === undefined) return undefined
    return value => {
      const size = sizeOf(value, unit)
      return size === undefined || (bound === 'min' ? size >= limit : size <= limit)
    }
  }
  if (rule === 'uniqueItems' && limit === true) {
    return value => !Array.isArray(value) || !hasDuplicates(value)
  }
  if (rule === 'pattern' && typeof limit === 'string') {
    const pattern = regularExpression(limit)
    return pattern && (value => typeof value !== 'string' || pattern.test(value))
  }
  if (rule === 'dependentRequired' && isObject(limit)) {
    return value =>
      !isObject(value) ||
      Object.entries(limit).every(
        ([name, needed]) =>
          !Object.hasOwn(value, name) ||
          stringsOf(needed).every(other => Object.hasOwn(value, other))
      )
  }
  return undefined
}

/** How much there is of a value; lengths count code points. */
function sizeOf(value: unknown, unit: string): number | undefined {
  if (typeof value === 'string') {
    const pairs = value.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0
    return unit === 'Length' ? value.length - pairs : undefined
  }
  if (Array.isArray(value)) return unit === 'Items' ? value.length : undefined
  return isObject(value) && unit === 'Properties' ? Object.keys(value).length : undefined
}

/** The keywords that hold a value against other schemas. */
function schemaTest(
  rule: string,
  limit: unknown,
  flat: RawSchema,
  compile: (schema: unknown) => Test
): Test | undefined {
  if (rule === 'if') {
    const [test, yes, no] = [limit, flat.then ?? true, flat.else ?? true].map(compile)
    return value => (test?.(value) ? yes : no)?.(value) !== false
  }
  if (rule === 'contains') {
    const test = compile(limit)
    const { minContains: least = 1, maxContains: most = Number.POSITIVE_INFINITY } = flat
    return value => {
      const count = Array.isArray(value) ? value.filter(test).length : Number(least)
      return count >= Number(least) && count <= Number(most)
    }
  }
  if (rule !== 'not' && rule !== 'allOf' && rule !== 'oneOf') return undefined
  const tests = [limit].flat().map(compile)
  const wanted = { not: 0, allOf: tests.length, oneOf: 1 }[rule]
  return value => tests.filter(test => test(value)).length === wanted
}

/** A condition that leads back to itself over the same value has nothing more to say. */
function unlessAsking(test: Test): Test {
  const asking = new Set<unknown>()
  return value => {
    if (asking.has(value)) return true
    asking.add(value)
    const holds = test(value)
    asking.delete(value)
    return holds
  }
}

/** Compiles a pattern of a schema; one that is no regular expression asks for nothing. */
export function regularExpression(source: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags)
    } catch {
      // Older patterns may escape what the flag does not allow.
    }
  }
  return undefined
}
