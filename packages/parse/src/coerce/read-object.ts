import { setOwn } from '../own-property.ts'
import { propertyOf } from '../schema/property-of.ts'
import type { ObjectShape, Property, Shape } from '../schema/shape.ts'
import {
  type Attempt,
  type Complaint,
  MOST_COMPLAINTS,
  misfit,
  type Notes,
  step
} from './attempt.ts'
import type { Coercer } from './coerce.ts'
import type { Place } from './place.ts'

/** A key the schema does not know speaks against a branch of a union, gently. */
const EXTRA_KEY_COST = 3

interface Member {
  /** The key as it was written. */
  readonly key: string
  readonly property: Property | undefined
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
  const notes: Notes[number][] = []
  const complaints: Complaint[] = []
  let cost = 0
  let coverage = 0
  const take = (attempt: Attempt, name?: string): boolean => {
    if (!attempt.fits) complaints.push(...attempt.complaints.slice(0, MOST_COMPLAINTS))
    else {
      cost += attempt.cost
      coverage += attempt.coverage
      if (attempt.notes.length > 0) notes.push(attempt.notes)
      if (name !== undefined) setOwn(value, name, attempt.value)
    }
    return attempt.fits
  }
  const members = membersOf(object, shape, tolerant)
  for (const { name, required, shape: missing } of shape.properties) {
    if (required && members.get(name)?.property === undefined) {
      take(misfit(place.child(name), 'required', missing, undefined))
    }
  }
  for (const [name, { key, property }] of members) {
    const written = object[key]
    const at = place.child(key, name)
    const inner = property?.shape ?? placeOf(shape, key)
    if (inner === undefined) {
      cost += EXTRA_KEY_COST
      if (coercer.mode === 'strict') {
        take(misfit(at, 'additionalProperties', 'no such key', written))
      } else if (tolerant) notes.push({ place: at, value: written })
      continue
    }
    // Not every name is allowed, and one that is may be spelled differently.
    const named =
      shape.names === undefined || property !== undefined
        ? undefined
        : coercer.coerce(name, shape.names, at)
    if (named !== undefined && !take(named)) continue
    const told = named?.fits === true ? String(named.value) : name
    const attempt = coercer.coerce(written, inner, at)
    if (attempt.fits || !tolerant || written !== null || property?.required !== false) {
      if (take(attempt, told) && property !== undefined) coverage++
    } else {
      take(step('null_omitted', at, undefined))
      coverage++
    }
    if (told !== key) {
      const alias = property?.wireNames.includes(key)
      take(step(alias ? 'key_alias' : 'key_folded', at, told))
    }
  }
  return complaints.length > 0
    ? { fits: false, complaints }
    : { fits: true, value, cost, coverage, notes }
}

/** Which key speaks for which name: the exact one before a similar one, the last of equals. */
function membersOf(
  object: Readonly<Record<string, unknown>>,
  shape: ObjectShape,
  tolerant: boolean
): Map<string, Member> {
  const members = new Map<string, Member>()
  for (const key of Object.keys(object)) {
    if (!tolerant) {
      const property = shape.properties.find(({ name }) => name === key)
      members.set(key, { key, property })
      continue
    }
    const exact = shape.byName.get(key)
    const property = exact ?? propertyOf(shape, key)
    const name = property?.name ?? key
    const rival = members.get(name)
    if (exact === undefined && rival !== undefined && shape.byName.has(rival.key)) continue
    members.set(name, { key, property })
  }
  return members
}

function placeOf({ patterns, additional }: ObjectShape, key: string): Shape | undefined {
  return patterns.find(({ pattern }) => pattern.test(key))?.shape ?? additional
}
