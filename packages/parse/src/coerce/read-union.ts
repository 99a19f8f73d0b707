import { kindOf, sameJson } from '../json.ts'
import type { Shape, UnionShape } from '../schema/shape.ts'
import { type Attempt, COST, type Coerced, type Misfit, misfit } from './attempt.ts'
import type { Coercer } from './coerce.ts'
import type { Place } from './place.ts'

/** Reads a value as the branch that costs least, of those the one that knows most of its keys. */
export function readUnion(
  coercer: Coercer,
  value: unknown,
  shape: UnionShape,
  place: Place
): Attempt {
  const fitting: Coerced[] = []
  let closest: Misfit | undefined
  const suiting = shape.branches.filter(branch => suits(branch, value))
  const others = shape.branches.filter(branch => !suits(branch, value))
  for (const branch of [...suiting, undefined, ...others]) {
    // A branch of another kind is asked only where those of this kind want repairs.
    if (branch === undefined) {
      if (fitting.some(free)) break
      continue
    }
    const attempt = coercer.coerce(value, branch, place)
    if (attempt.fits) fitting.push(attempt)
    else if (isCloser(attempt, closest, place)) closest = attempt
  }
  fitting.sort((one, other) => one.cost - other.cost || other.coverage - one.coverage)
  const [best, ...rivals] = fitting
  if (best === undefined) return closest ?? misfit(place, 'anyOf', shape, value)
  // Two guesses of different value are no answer.
  const torn =
    best.cost >= COST.guess &&
    rivals.some(rival => rival.cost === best.cost && !sameJson(rival.value, best.value))
  return torn ? misfit(place, 'anyOf', shape, value) : best
}

function free(attempt: Coerced): boolean {
  return attempt.cost === 0
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
function suits(branch: Shape, value: unknown): boolean {
  const kind = kindOf(value)
  if (branch.kind === 'choice') return kind !== 'object' && kind !== 'array'
  return branch.kind === 'any' || branch.kind === kind
}
