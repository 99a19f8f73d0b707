import { isObject } from '../json.ts'
import { setOwn } from '../own-property.ts'
import type { ArrayShape, ObjectShape, Shape } from '../schema/shape.ts'
import { COST, type Coerced, step, stepTo } from './attempt.ts'
import { choose } from './choose.ts'
import type { Coercer } from './coerce.ts'
import { readLooseBoolean } from './loose-boolean.ts'
import { readLooseNumber } from './loose-number.ts'
import type { Place } from './place.ts'
import { readArray } from './read-array.ts'
import { unwrap } from './unwrap.ts'

/** Words that say nothing. */
const NOTHING = /^\s*(?:null|none|n\/a|nil|undefined|)\s*$/i

/** How many lists and objects that nobody wrote may be put around a value. */
const MOST_ADDED = 2

/** Looks for the step that makes a value fit which, as it is, does not. */
export function climb(coercer: Coercer, shape: Shape, place: Place): Coerced | undefined {
  const { value } = place
  switch (shape.kind) {
    case 'null':
      return typeof value === 'string' && NOTHING.test(value)
        ? step('null_from_text', place, null)
        : undefined
    case 'string':
      return toText(place)
    case 'boolean':
    case 'number':
    case 'choice':
      return toScalar(shape, place) ?? unwrap(coercer, shape, place)
    case 'array':
      return toArray(coercer, shape, place)
    case 'object':
      return unwrap(coercer, shape, place) ?? impliedKey(coercer, shape, place)
    default:
      return undefined
  }
}

/** Reads a scalar as another one. */
function toScalar(shape: Shape, place: Place): Coerced | undefined {
  const { value } = place
  if (shape.kind === 'boolean' && (value === 0 || value === 1)) {
    return step('boolean_from_words', place, value === 1)
  }
  const text = typeof value === 'string' ? value : ''
  const read =
    shape.kind === 'choice'
      ? choose(shape, value)
      : shape.kind === 'boolean'
        ? readLooseBoolean(text)
        : readLooseNumber(text, shape.kind === 'number' && shape.integer)
  const direct = read && step(read.code, place, read.value)
  const number = read === undefined ? value : read.value
  // Rounding is a step of its own.
  return shape.kind === 'number' && shape.integer && Number(number) % 1 !== 0
    ? Number.isFinite(number)
      ? step('number_rounded', place, Math.round(Number(number)), direct)
      : undefined
    : direct
}

/** Anything but null can be kept as the text it was written in. */
function toText(place: Place): Coerced | undefined {
  const { value, written } = place
  if (value === null) return undefined
  if (Array.isArray(value) && value.length === 1 && typeof value[0] === 'string') {
    return step('item_unwrapped', place, value[0])
  }
  if (typeof value === 'object') return step('text_from_json', place, written)
  const long = Number.isInteger(value) && !Number.isSafeInteger(value)
  return step(long ? 'integer_kept_as_text' : 'text_from_scalar', place, written)
}

function toArray(coercer: Coercer, shape: ArrayShape, place: Place): Coerced | undefined {
  const { value } = place
  // A null is not a list with nothing in it, nor a list of it.
  if (value === null || Array.isArray(value)) return undefined
  const listed = byIndex(coercer, shape, place)
  if (listed !== undefined) return listed
  const alone = wrap(coercer, shape, place)
  if (isObject(value) && alone !== undefined && alone.cost < COST.guess) return alone
  return unwrap(coercer, shape, place) ?? alone
}

/** Reads an object whose keys count from 0 or 1 as the list it is. */
function byIndex(coercer: Coercer, shape: ArrayShape, place: Place): Coerced | undefined {
  const { value } = place
  if (!isObject(value)) return undefined
  const keys = Object.keys(value)
  const first = Number(keys[0])
  const counted = first <= 1 && keys.every((key, index) => key === String(first + index))
  return counted
    ? stepTo('tuple_read', place, readArray(coercer, Object.values(value), shape, place, first))
    : undefined
}

/** Reads one value as a list of one; an object is no item where text is asked for. */
function wrap(coercer: Coercer, { prefix, items }: ArrayShape, place: Place): Coerced | undefined {
  const inner = prefix[0] ?? items
  if (inner.kind === 'any' || prefix.length > 1 || place.added >= MOST_ADDED) return undefined
  const attempt = coercer.coerce(place.within(0), inner)
  if (!attempt.fits || (isObject(place.value) && typeof attempt.value !== 'object'))
    return undefined
  return step('item_wrapped', place, [attempt.value], attempt)
}

/** Reads a value as the only property there is: `42` as `{"count": 42}`. Text is never taken so. */
function impliedKey(
  coercer: Coercer,
  { properties, additional }: ObjectShape,
  place: Place
): Coerced | undefined {
  const { value } = place
  const [property] = properties
  if (property === undefined || properties.length > 1 || value === null) return undefined
  if ((additional?.kind === 'any' && !property.required) || place.added >= MOST_ADDED) {
    return undefined
  }
  const attempt = coercer.coerce(place.within(property.name), property.shape)
  if (!attempt.fits || attempt.cost >= COST.guess || !mayBeImplied(attempt.value)) return undefined
  if (isObject(value) && attempt.coverage === 0) return undefined
  const object: Record<string, unknown> = {}
  setOwn(object, property.name, attempt.value)
  return step('implied_key', place, object, { ...attempt, coverage: attempt.coverage + 1 })
}

function mayBeImplied(value: unknown): boolean {
  if (!Array.isArray(value)) return typeof value !== 'string'
  return value.length > 1 || typeof value[0] !== 'string'
}
