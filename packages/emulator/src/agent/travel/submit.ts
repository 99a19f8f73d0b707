import { z } from 'zod'
import { readTrip, type Trip } from './trip.ts'

/** What the user did with the confirm card. */
export type Submit = { action: 'confirm'; trip: Trip; note: string } | { action: 'change' }

const submit = z.discriminatedUnion('action', [
  z.looseObject({ action: z.literal('confirm'), note: z.string().trim().catch('') }),
  z.looseObject({ action: z.literal('change') })
])

/** @returns null when the value is no submit of this agent's card */
export function readSubmit(value: unknown): Submit | null {
  const { data } = submit.safeParse(value)
  if (data === undefined) return null
  if (data.action === 'change') return { action: data.action }
  return { action: data.action, trip: readTrip(data), note: data.note }
}
