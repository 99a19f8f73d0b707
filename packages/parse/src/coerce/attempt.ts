import type { ParseIssue } from '../outcome.ts'
import { describeShape, issue } from '../parse-issue.ts'
import { type RepairCode, type Risk, riskOf } from '../repair-codes.ts'
import type { Shape } from '../schema/shape.ts'
import type { Place } from './place.ts'

/** What reading a value as a shape gave. */
export type Attempt = Coerced | Misfit

/** A value that fits, and what it cost. */
export interface Coerced {
  readonly fits: true
  readonly value: unknown
  readonly cost: number
  /** How many declared properties were found, all levels together. */
  readonly coverage: number
  readonly notes: Notes
}

export interface Misfit {
  readonly fits: false
  readonly complaints: readonly Complaint[]
}

/** What is to be reported, should this reading be taken. */
export type Notes = readonly (Note | Notes)[]

/** A step of the ladder; without a code, a key the schema does not keep. */
export interface Note {
  readonly place: Place
  readonly code?: RepairCode
  /** What was read; of a dropped item and of a key, what was written. */
  readonly value: unknown
  /** Why an item was dropped. */
  readonly reason?: string
}

/** An issue before anybody asked to see it. */
export interface Complaint {
  readonly place: Place
  readonly rule: string
  readonly expected: string | Shape
}

/** More complaints than this tell nobody anything. */
export const MOST_COMPLAINTS = 50

/** What the ladder's steps cost: many small steps weigh less than one larger. */
export const COST: Readonly<Record<Risk, number>> = { lossless: 1, lossy: 10, guess: 100 }

export function exact(value: unknown, notes: Notes = []): Coerced {
  return { fits: true, value, cost: 0, coverage: 0, notes }
}

/** A value read by one step of the ladder, perhaps out of one that took steps of its own. */
export function step(
  code: RepairCode,
  place: Place,
  value: unknown,
  { cost, coverage, notes }: Coerced = exact(value)
): Coerced {
  return {
    fits: true,
    value,
    cost: cost + COST[riskOf(code)],
    coverage,
    notes: [{ code, place, value }, notes]
  }
}

/** One step more, where what it leads to fits. */
export function stepTo(code: RepairCode, place: Place, attempt: Attempt): Coerced | undefined {
  return attempt.fits ? step(code, place, attempt.value, attempt) : undefined
}

export function misfit(place: Place, rule: string, expected: string | Shape): Misfit {
  return { fits: false, complaints: [{ place, rule, expected }] }
}

export function issueOf({ place, rule, expected }: Complaint): ParseIssue {
  const asked = typeof expected === 'string' ? expected : describeShape(expected)
  return issue(place.path, rule, asked, place.value)
}

/** What reading the parts of a value gives together. */
export class Tally {
  cost = 0
  coverage = 0
  readonly notes: Notes[number][] = []
  readonly complaints: Complaint[] = []

  /** Says whether the part fits. */
  take(part: Attempt): part is Coerced {
    if (part.fits) {
      this.cost += part.cost
      this.coverage += part.coverage
      if (part.notes.length > 0) this.notes.push(part.notes)
    } else if (this.complaints.length < MOST_COMPLAINTS) {
      this.complaints.push(...part.complaints.slice(0, MOST_COMPLAINTS))
    }
    return part.fits
  }

  of(value: unknown): Attempt {
    const { cost, coverage, notes, complaints } = this
    return complaints.length > 0
      ? { fits: false, complaints }
      : { fits: true, value, cost, coverage, notes }
  }
}
