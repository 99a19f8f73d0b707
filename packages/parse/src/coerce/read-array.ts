import type { ArrayShape } from '../schema/shape.ts'
import { type Attempt, COST, issueOf, MOST_COMPLAINTS, misfit, Tally } from './attempt.ts'
import type { Coercer } from './coerce.ts'
import type { Place } from './place.ts'

/** With more bad items than this, it is not the list that was asked for. */
const MOST_DROPPED = 1000

/**
 * Reads the items of a list; one that does not fit is dropped where that is put up with.
 *
 * @param first what the first item is called where they were written under their indexes
 */
export function readArray(
  coercer: Coercer,
  items: readonly unknown[],
  { prefix, items: rest }: ArrayShape,
  place: Place,
  first = 0
): Attempt {
  const tally = new Tally()
  const value: unknown[] = []
  let dropped = 0
  for (let index = 0; index < items.length; index++) {
    const at = place.child(first + index, items[index], index)
    const attempt = coercer.coerce(at, prefix[index] ?? rest)
    if (attempt.fits || coercer.mode !== 'tolerant') {
      if (tally.take(attempt)) value.push(attempt.value)
      else if (tally.complaints.length >= MOST_COMPLAINTS) break
      continue
    }
    // A tuple without one of its places is another tuple.
    if (index < prefix.length || dropped === MOST_DROPPED) return attempt
    dropped++
    const [complaint] = attempt.complaints
    const reason = complaint === undefined ? '' : issueOf(complaint).message
    tally.notes.push({ code: 'item_dropped', place: at, value: at.value, reason })
  }
  tally.cost += dropped * COST.lossy
  return dropped > 0 && value.length === 0
    ? misfit(place, 'items', 'items that fit')
    : tally.of(value)
}
