import { hasDuplicates, isObject } from '../json.ts'
import { describeValue } from '../parse-issue.ts'
import type { Condition, RawSchema, Shape } from './shape.ts'
import { stringsOf } from './shape.ts'

/** Says whether a value fits a shape as it is. */
export type Accepts = (shape: Shape, value: unknown) => boolean

type Test = (value: unknown) => boolean

/** Makes the test of a keyword; a value of another kind than it speaks of always passes. */
type Keyword = (asked: unknown, compile: (schema: unknown) => Test, beside: RawSchema) => Test

const measured =
  (
    holds: (size: number, limit: number) => boolean,
    sizeOf: (value: unknown) => unknown = value => value
  ): Keyword =>
  limit =>
  value => {
    const size = sizeOf(value)
    return typeof size !== 'number' || typeof limit !== 'number' || holds(size, limit)
  }

/** Counts how many of the schemas accept a value. */
const counted =
  (holds: (count: number, all: number) => boolean): Keyword =>
  (asked, compile) => {
    const tests = [asked].flat().map(compile)
    return value => holds(tests.filter(test => test(value)).length, tests.length)
  }

const atLeast = (size: number, limit: number) => size >= limit
const atMost = (size: number, limit: number) => size <= limit
// Lengths count code points.
const length = (value: unknown) =>
  typeof value === 'string' && value.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '_').length
const items = (value: unknown) => Array.isArray(value) && value.length
const properties = (value: unknown) => isObject(value) && Object.keys(value).length

const DATE = '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])'

/** Formats with a plain test, which leaves in what is arguable: a time without its zone. */
const FORMATS = new Map([
  ['date', new RegExp(`${DATE}$`)],
  ['date-time', new RegExp(`${DATE}[Tt ]\\d\\d:\\d\\d`)],
  ['email', /^[^\s@]+@[^\s@]+$/],
  ['uuid', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ['uri', /^[a-z][a-z\d+.-]*:\S+$/i]
])

const matching =
  (patternOf: (asked: unknown) => RegExp | undefined): Keyword =>
  asked => {
    const pattern = patternOf(asked)
    return value => typeof value !== 'string' || pattern?.test(value) !== false
  }

/** The keywords that judge a value, and do not steer how it is read. */
const KEYWORDS = new Map<string, Keyword>(
  Object.entries({
    minimum: measured(atLeast),
    maximum: measured(atMost),
    exclusiveMinimum: measured((value, limit) => value > limit),
    exclusiveMaximum: measured((value, limit) => value < limit),
    // 0.3 / 0.1 is not quite 3.
    multipleOf: measured((value, unit) => Math.abs(value / unit - Math.round(value / unit)) < 1e-9),
    minLength: measured(atLeast, length),
    maxLength: measured(atMost, length),
    minItems: measured(atLeast, items),
    maxItems: measured(atMost, items),
    minProperties: measured(atLeast, properties),
    maxProperties: measured(atMost, properties),
    uniqueItems: asked => value => asked !== true || !Array.isArray(value) || !hasDuplicates(value),
    pattern: matching(regularExpression),
    format: matching(name => FORMATS.get(String(name))),
    dependentRequired: asked => value =>
      !isObject(value) ||
      Object.entries(Object(asked)).every(
        ([name, needed]) =>
          !Object.hasOwn(value, name) ||
          stringsOf(needed).every(other => Object.hasOwn(value, other))
      ),
    not: counted(count => count === 0),
    allOf: counted((count, all) => count === all),
    oneOf: counted(count => count === 1),
    if: (asked, compile, { then: yes = true, else: no = true }) => {
      const [test, accepted, refused] = [compile(asked), compile(yes), compile(no)]
      return value => (test(value) ? accepted : refused)(value)
    },
    contains: (
      asked,
      compile,
      { minContains: least = 1, maxContains: most = Number.POSITIVE_INFINITY }
    ) => {
      const test = compile(asked)
      return value => {
        const count = Array.isArray(value) ? value.filter(test).length : Number(least)
        return count >= Number(least) && count <= Number(most)
      }
    }
  })
)

/** Compiles the keywords that judge a value: limits, patterns, and other schemas to hold it against. */
export function conditionsOf(
  flat: RawSchema,
  compile: (schema: unknown) => Test
): readonly Condition[] | undefined {
  const conditions = Object.entries(flat).flatMap(([rule, asked]) => {
    const holds = asked === undefined ? undefined : KEYWORDS.get(rule)?.(asked, compile, flat)
    return holds === undefined ? [] : { rule, expected: `${rule} ${describeValue(asked)}`, holds }
  })
  return conditions.length > 0 ? conditions : undefined
}

/** Compiles a pattern of a schema, where it is a regular expression. */
export function regularExpression(source: unknown): RegExp | undefined {
  if (typeof source !== 'string') return undefined
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags)
    } catch {
      // Older patterns may escape what the flag does not allow.
    }
  }
  return undefined
}
