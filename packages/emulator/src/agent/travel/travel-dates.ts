import { type FoundDate, findDates, toIsoDate } from './find-dates.ts'
import type { Trip, TripField } from './trip.ts'

type DateField = 'departureDate' | 'returnDate'

const departing = /\b(?:depart\w*|leav\w*|from|start\w*|outbound|out|between)\b/gi
const returning = /\b(?:return\w*|back|until|till|home|end\w*)\b/gi

/** What a text says about when the trip begins and ends, and where it says so. */
export interface TravelDates {
  dates: Pick<Trip, DateField>
  spans: readonly { start: number; end: number }[]
}

/**
 * Reads departure and return: by the word before a date, then by order, then by what was asked.
 * A date without a year takes the year of its neighbour, or of what is known already.
 */
export function readTravelDates(text: string, known: Trip, asked: TripField | null): TravelDates {
  const found = findDates(text)
  const dates: Pick<Trip, DateField> = {}
  for (const index of found.keys()) {
    const iso = toIso(found, index, known)
    if (iso !== null) dates[roleOf(text, found, index, known, asked)] = iso
  }
  return { dates, spans: found.filter((date, index) => found[index - 1]?.start !== date.start) }
}

function roleOf(
  text: string,
  found: readonly FoundDate[],
  index: number,
  known: Trip,
  asked: TripField | null
): DateField {
  const date = found[index]
  const before = found[index - 1]
  if (date === undefined || before?.start === date.start) return 'returnDate'
  if (found[index + 1]?.start === date.start) return 'departureDate'
  const words = text.slice(Math.max(before?.end ?? 0, date.start - 40), date.start)
  const leaves = lastIndex(words, departing)
  const returns = lastIndex(words, returning)
  if (leaves !== returns) return leaves > returns ? 'departureDate' : 'returnDate'
  if (before) {
    const other = roleOf(text, found, index - 1, known, asked)
    return other === 'departureDate' ? 'returnDate' : 'departureDate'
  }
  if (asked === 'returnDate' && found.length === 1) return 'returnDate'
  return 'departureDate'
}

function lastIndex(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].at(-1)?.index ?? -1
}

function toIso(found: readonly FoundDate[], index: number, known: Trip): string | null {
  const date = found[index]
  if (!date) return null
  if (date.year !== null) return toIsoDate(date.year, date.month, date.day)
  const next = found.slice(index + 1).find(({ year }) => year !== null)
  if (next?.year) {
    // "28 December to 3 January 2027": the trip begins in the year before.
    const later = date.month > next.month
    return toIsoDate(next.year - (later ? 1 : 0), date.month, date.day)
  }
  const earlier = found.slice(0, index).findLast(({ year }) => year !== null)?.year
  const year = earlier ?? Number((known.departureDate ?? known.returnDate ?? '').slice(0, 4))
  return year ? toIsoDate(year, date.month, date.day) : null
}
