import { readTrip, type Trip } from './trip.ts'

/** What the user did with the confirm card. */
export type Submit = { action: 'confirm'; trip: Trip; note: string } | { action: 'change' }

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** @returns null when the value is no submit of this agent's card */
export function readSubmit(value: unknown): Submit | null {
  const { action, note, ...rest } = record(value)
  if (action === 'change') return { action }
  if (action !== 'confirm') return null
  return { action, trip: readTrip(rest), note: typeof note === 'string' ? note.trim() : '' }
}
