import { sameJson } from '../json.ts'
import { setOwn } from '../own-property.ts'
import { propertyOf } from '../schema/property-of.ts'
import type { ObjectShape, Property, Shape } from '../schema/shape.ts'
import { type Attempt, misfit, step, Tally } from './attempt.ts'
import type { Coercer } from './coerce.ts'
import type { Place } from './place.ts'

/** A key the schema does not know speaks against a branch of a union, gently. */
const EXTRA_KEY_COST = 3

interface Member {
  /** The key as it was written. */
  readonly key: string
  readonly property: Property | undefined
  /** True when another key names the property as well as this one, and says something else. */
  readonly torn?: boolean
}

/** Reads the members of an object as the properties of a shape. */
export function readObject(
  coercer: Coercer,
  object: Readonly<Record<string, unknown>>,
  shape: ObjectShape,
  place: Place
): Attempt {
  const tolerant = coercer.mode === 'tolerant'
  const value: Record<string, unknown> = {}
  const tally = new Tally()
  const members = membersOf(object, shape, tolerant)
  for (const { name, required, shape: missing } of shape.properties) {
    if (required && members.get(name)?.property === undefined) {
      tally.take(misfit(place.child(name, undefined), 'required', missing))
    }
  }
  for (const [name, { key, property, torn }] of members) {
    const written = object[key]
    const at = place.child(key, written, name)
    const inner = property?.shape ?? placeOf(shape, key)
    if (inner === undefined) {
      tally.cost += EXTRA_KEY_COST
      if (coercer.mode === 'strict') {
        tally.take(misfit(at, 'additionalProperties', 'no such key'))
      } else if (tolerant) tally.notes.push({ place: at, value: written })
      continue
    }
    let told = name
    if (shape.names !== undefined && property === undefined) {
      // Not every name is allowed, and one that is may be spelled differently.
      const named = coercer.coerce(place.child(key, name), shape.names)
      if (!tally.take(named)) continue
      told = String(named.value)
    }
    const attempt = coercer.coerce(at, inner)
    if (attempt.fits || !tolerant || written !== null || property?.required !== false) {
      if (tally.take(attempt)) {
        setOwn(value, told, attempt.value)
        if (property !== undefined) tally.coverage++
      }
    } else {
      tally.take(step('null_omitted', at, undefined))
      tally.coverage++
    }
    if (torn === true) tally.take(step('duplicate_key', at, written))
    if (told !== key) {
      tally.take(step(shape.byName.has(key) ? 'key_alias' : 'key_folded', at, told))
    }
  }
  return tally.of(value)
}

/**
 * Which key speaks for which name: the exact one before a similar one, the last of equals.
 * The others are keys like any that the schema does not declare.
 */
function membersOf(
  object: Readonly<Record<string, unknown>>,
  shape: ObjectShape,
  tolerant: boolean
): Map<string, Member> {
  const members = new Map<string, Member>()
  for (const key of Object.keys(object)) {
    const property = tolerant
      ? propertyOf(shape, key)
      : shape.properties.find(({ name }) => name === key)
    const name = property?.name ?? key
    const member: Member = { key, property }
    const rival = members.get(name)
    if (rival === undefined) {
      members.set(name, member)
      continue
    }
    const exact = shape.byName.has(key)
    const alike = exact === shape.byName.has(rival.key)
    const [best, other] = exact || alike ? [member, rival] : [rival, member]
    // What only the data is called has no name of its own to go by.
    const differs = (alike || other.key === name) && !sameJson(object[key], object[rival.key])
    members.set(name, { ...best, torn: differs || (rival.torn === true && !exact) })
    if (!members.has(other.key)) members.set(other.key, { key: other.key, property: undefined })
  }
  return members
}

function placeOf({ patterns, additional }: ObjectShape, key: string): Shape | undefined {
  return patterns.find(({ pattern }) => pattern.test(key))?.shape ?? additional
}
