import { isContainer, membersOf } from '../json.ts'
import { isUnsafe } from '../value/number.ts'
import type { Notes } from './attempt.ts'
import type { Place } from './place.ts'

/** Flags the integers in a value whose digits a number could not keep. */
export function unsafeIntegers(place: Place): Notes {
  const { value } = place
  if (typeof value === 'number') {
    const digits = isUnsafe(value) && /^-?\d+$/.test(place.written)
    return digits ? [{ code: 'integer_unsafe', place, value }] : []
  }
  if (!isContainer(value)) return []
  return membersOf(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [] : unsafeIntegers(place.child(key, inner))
  )
}
