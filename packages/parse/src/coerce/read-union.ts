import { kindOf, sameJson } from '../json.ts'
import type { Shape, UnionShape } from '../schema/shape.ts'
import { type Attempt, COST, type Coerced, type Misfit, misfit } from './attempt.ts'
import type { Coercer } from './coerce.ts'
import type { Place } from './place.ts'

/** Reads a value as the branch that costs least, of those the one that knows most of its keys. */
export function readUnion(coercer: Coercer, shape: UnionShape, place: Place): Attempt {
  const fitting: Coerced[] = []
  let closest: Misfit | undefined
  const kind = kindOf(place.value)
  for (const suited of [true, false]) {
    // A branch of another kind is asked only where those of this kind want repairs.
    if (fitting.some(({ cost }) => cost === 0)) break
    for (const branch of shape.branches) {
      if (suits(branch, kind) !== suited) continue
      const attempt = coercer.coerce(place, branch)
      if (attempt.fits) fitting.push(attempt)
      else if (isCloser(attempt, closest, place)) closest = attempt
    }
  }
  fitting.sort((one, other) => one.cost - other.cost || other.coverage - one.coverage)
  const [best, ...rivals] = fitting
  // Two guesses of different value are no answer.
  const torn =
    best !== undefined &&
    best.cost >= COST.guess &&
    rivals.some(rival => rival.cost === best.cost && !sameJson(rival.value, best.value))
  return (torn ? undefined : (best ?? closest)) ?? misfit(place, 'anyOf', shape)
}

/** A branch that failed inside of the value got further than one that failed at it. */
function isCloser(attempt: Misfit, closest: Misfit | undefined, place: Place): boolean {
  if (attempt.complaints.every(complaint => complaint.place === place)) return false
  return closest === undefined || weight(attempt) < weight(closest)
}

/** Another constant says that another branch was meant. */
function weight({ complaints }: Misfit): number {
  return complaints.length + complaints.filter(({ rule }) => rule === 'enum').length
}

/** Says whether a branch is of the kind that was written; the others come after. */
function suits(branch: Shape, kind: string): boolean {
  if (branch.kind === 'choice') return kind !== 'object' && kind !== 'array'
  return branch.kind === 'any' || branch.kind === kind
}
