import { createHash } from 'node:crypto'
import { type Trip, tripFields } from './trip.ts'

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The same trip always has the same reference, such as `TR-7K2MQX`. */
export function referenceOf(trip: Trip): string {
  const canonical = JSON.stringify(tripFields.map(field => trip[field] ?? null))
  const digest = createHash('sha256').update(canonical).digest()
  const letters = Array.from(digest.subarray(0, 6), byte => alphabet[byte % alphabet.length])
  return `TR-${letters.join('')}`
}
