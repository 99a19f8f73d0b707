import { isObject } from '../json.ts'
import { setOwn } from '../own-property.ts'
import type { ArrayShape, NumberShape, ObjectShape, Shape } from '../schema/shape.ts'
import { COST, type Coerced, step } from './attempt.ts'
import { choose } from './choose.ts'
import type { Coercer } from './coerce.ts'
import { readLooseBoolean } from './loose-boolean.ts'
import { readLooseNumber } from './loose-number.ts'
import type { Place } from './place.ts'
import { unwrap } from './unwrap.ts'

/** Words that say nothing. */
const NOTHING = /^(?:null|none|n\/a|nil|undefined|)$/i

/** How many lists and objects that nobody wrote may be put around a value. */
const MOST_ADDED = 2

/** Looks for the step that makes a value fit which, as it is, does not. */
export function climb(
  coercer: Coercer,
  value: unknown,
  shape: Shape,
  place: Place
): Coerced | undefined {
  switch (shape.kind) {
    case 'null':
      if (typeof value !== 'string' || !NOTHING.test(value.trim())) return undefined
      return step('null_from_text', place, null)
    case 'boolean':
      return toBoolean(value, place) ?? unwrap(coercer, value, shape, place)
    case 'number':
      return toNumber(coercer, value, shape, place) ?? unwrap(coercer, value, shape, place)
    case 'choice': {
      const chosen = choose(shape, value)
      if (chosen !== undefined) return step(chosen.code, place, chosen.value)
      return unwrap(coercer, value, shape, place)
    }
    case 'string':
      return toText(value, place)
    case 'array':
      return toArray(coercer, value, shape, place)
    case 'object':
      return unwrap(coercer, value, shape, place) ?? impliedKey(coercer, value, shape, place)
    default:
      return undefined
  }
}

function toBoolean(value: unknown, place: Place): Coerced | undefined {
  if (value === 0 || value === 1) return step('boolean_from_words', place, value === 1)
  const read = typeof value === 'string' ? readLooseBoolean(value) : undefined
  return read && step(read.code, place, read.value)
}

function toNumber(
  coercer: Coercer,
  value: unknown,
  shape: NumberShape,
  place: Place
): Coerced | undefined {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? step('number_rounded', place, Math.round(value)) : undefined
  }
  const read = typeof value === 'string' ? readLooseNumber(value) : undefined
  if (read === undefined) return undefined
  const attempt = coercer.coerce(read.value, shape, place)
  return attempt.fits ? step(read.code, place, attempt.value, attempt) : undefined
}

/** Anything but null can be kept as the text it was written in. */
function toText(value: unknown, place: Place): Coerced | undefined {
  if (value === null) return undefined
  if (Array.isArray(value) && value.length === 1 && typeof value[0] === 'string') {
    return step('item_unwrapped', place, value[0])
  }
  const text = place.written(value)
  if (typeof value === 'object') return step('text_from_json', place, text)
  const long = Number.isInteger(value) && !Number.isSafeInteger(value)
  return step(long ? 'integer_kept_as_text' : 'text_from_scalar', place, text)
}

function toArray(
  coercer: Coercer,
  value: unknown,
  shape: ArrayShape,
  place: Place
): Coerced | undefined {
  // A null is not a list with nothing in it, nor a list of it.
  if (value === null || Array.isArray(value)) return undefined
  if (!isObject(value)) {
    return unwrap(coercer, value, shape, place) ?? wrap(coercer, value, shape, place)
  }
  if (isSet(value, place)) return ofMembers(coercer, shape, place)
  const alone = wrap(coercer, value, shape, place)
  if (alone !== undefined && alone.cost < COST.guess) return alone
  return unwrap(coercer, value, shape, place) ?? alone
}

/** Reads one value as a list of one. */
function wrap(
  coercer: Coercer,
  value: unknown,
  shape: ArrayShape,
  place: Place
): Coerced | undefined {
  const inner = shape.prefix[0] ?? shape.items
  if (inner.kind === 'any' || shape.prefix.length > 1 || place.added >= MOST_ADDED) return undefined
  const attempt = coercer.coerce(value, inner, place.within(0))
  return attempt.fits ? step('item_wrapped', place, [attempt.value], attempt) : undefined
}

/** Reads a set as a list. */
function ofMembers(coercer: Coercer, shape: ArrayShape, place: Place): Coerced | undefined {
  const values = place.members.map(member => member.value)
  const attempt = coercer.coerce(values, shape, place.readAgain())
  return attempt.fits ? step('object_from_items', place, attempt.value, attempt) : undefined
}

/** Reads a value as the only property there is: `42` as `{"count": 42}`. Text is never taken so. */
function impliedKey(
  coercer: Coercer,
  value: unknown,
  { properties, additional }: ObjectShape,
  place: Place
): Coerced | undefined {
  const [property] = properties
  if (property === undefined || properties.length > 1 || value === null) return undefined
  if ((additional?.kind === 'any' && !property.required) || place.added >= MOST_ADDED)
    return undefined
  const attempt = coercer.coerce(value, property.shape, place.within(property.name))
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

/** Says whether an object was written as a set, which has names and no values. */
export function isSet(value: object, place: Place): boolean {
  return Object.keys(value).length === 0 && place.members.length > 0
}
