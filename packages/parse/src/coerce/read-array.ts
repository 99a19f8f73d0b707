import type { ArrayShape } from '../schema/shape.ts'
import {
  type Attempt,
  COST,
  type Complaint,
  issueOf,
  MOST_COMPLAINTS,
  misfit,
  type Notes
} from './attempt.ts'
import type { Coercer } from './coerce.ts'
import type { Place } from './place.ts'

/** With more bad items than this, it is not the list that was asked for. */
const MOST_DROPPED = 1000

/** Reads the items of a list; one that does not fit is dropped where that is put up with. */
export function readArray(
  coercer: Coercer,
  items: readonly unknown[],
  shape: ArrayShape,
  place: Place
): Attempt {
  const tolerant = coercer.mode === 'tolerant'
  const value: unknown[] = []
  const notes: Notes[number][] = []
  const complaints: Complaint[] = []
  let cost = 0
  let coverage = 0
  let dropped = 0
  for (let index = 0; index < items.length; index++) {
    const at = place.child(index)
    const attempt = coercer.coerce(items[index], shape.prefix[index] ?? shape.items, at)
    if (attempt.fits) {
      value.push(attempt.value)
      cost += attempt.cost
      coverage += attempt.coverage
      if (attempt.notes.length > 0) notes.push(attempt.notes)
    } else if (!tolerant) {
      complaints.push(...attempt.complaints.slice(0, MOST_COMPLAINTS))
      if (complaints.length >= MOST_COMPLAINTS) break
    } else {
      // A tuple without one of its places is another tuple.
      if (index < shape.prefix.length || dropped === MOST_DROPPED) return attempt
      dropped++
      const [complaint] = attempt.complaints
      const reason = complaint === undefined ? '' : issueOf(complaint).message
      notes.push({ code: 'item_dropped', place: at, value: items[index], reason })
    }
  }
  if (complaints.length > 0) return { fits: false, complaints }
  if (dropped > 0 && value.length === 0) return misfit(place, 'items', shape, items)
  return { fits: true, value, cost: cost + dropped * COST.lossy, coverage, notes }
}
