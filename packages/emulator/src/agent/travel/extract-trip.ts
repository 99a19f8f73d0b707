import { findDestination } from './destination.ts'
import { findPurpose } from './purpose.ts'
import { readTravelDates } from './travel-dates.ts'
import { findTravellers } from './travellers.ts'
import type { Trip, TripField } from './trip.ts'

/** More than this is no travel request; it keeps the patterns cheap on hostile text. */
const readAtMost = 2_000

/**
 * Reads every field a message says something about.
 *
 * What one field used is blanked for the next, so that `3 to 6 May` is no destination and no
 * number of people. A lone answer is taken for what was asked only when nothing else was said.
 * @param known what was collected so far
 * @param asked the field the agent asked for last, null when it asked for none
 */
export function extractTrip(message: string, known: Trip, asked: TripField | null): Trip {
  const text = message.slice(0, readAtMost)
  const { dates, spans } = readTravelDates(text, known, asked)
  const withoutDates = blank(text, spans)
  const nothingYet = spans.length === 0 ? asked : null
  const travellers = findTravellers(withoutDates, nothingYet)
  const rest = travellers ? blank(withoutDates, [travellers]) : withoutDates
  const found: Trip = { ...dates }
  if (travellers) found.travellers = travellers.count
  const destination = findDestination(rest, travellers ? null : nothingYet)
  if (destination !== null) found.destination = destination
  const saidSomething = Object.keys(found).length > 0
  const purpose = findPurpose(rest, saidSomething ? null : nothingYet)
  if (purpose !== null) found.purpose = purpose
  return found
}

function blank(text: string, spans: readonly { start: number; end: number }[]): string {
  return spans.reduce(
    (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
    text
  )
}
