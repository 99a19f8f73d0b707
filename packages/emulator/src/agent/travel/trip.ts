/** What the travel agent collects, in the order in which it asks. */
export interface Trip {
  destination?: string
  /** ISO 8601, `2027-05-03`. */
  departureDate?: string
  returnDate?: string
  travellers?: number
  purpose?: string
}

export type TripField = keyof Trip

export const tripFields: readonly TripField[] = [
  'destination',
  'departureDate',
  'returnDate',
  'travellers',
  'purpose'
]

const isoDate = /^\d{4}-\d{2}-\d{2}$/

/** Reads a trip out of data from outside; what is not of its type is not collected. */
export function readTrip(data: Readonly<Record<string, unknown>>): Trip {
  const { destination, departureDate, returnDate, travellers, purpose } = data
  const trip: Trip = {}
  if (isText(destination)) trip.destination = destination
  if (isDate(departureDate)) trip.departureDate = departureDate
  if (isDate(returnDate)) trip.returnDate = returnDate
  const count = typeof travellers === 'string' ? Number(travellers) : travellers
  if (isCount(count)) trip.travellers = count
  if (isText(purpose)) trip.purpose = purpose
  return trip
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

const isDate = (value: unknown): value is string => typeof value === 'string' && isoDate.test(value)

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 99

/** Nobody returns before leaving. */
export function returnsTooEarly({ departureDate, returnDate }: Trip): boolean {
  return departureDate !== undefined && returnDate !== undefined && returnDate < departureDate
}

/** The fields still to ask for; a return before the departure counts as missing. */
export function missingFields(trip: Trip): TripField[] {
  return tripFields.filter(
    field => trip[field] === undefined || (field === 'returnDate' && returnsTooEarly(trip))
  )
}
