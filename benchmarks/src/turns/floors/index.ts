import type { Contestant, Floor, Place } from '../contestant.ts'
import { redisRow } from './redis-row.ts'
import { sqliteRow } from './sqlite-row.ts'

/** The floor of a store; memory has none that would say anything. */
export async function openFloor(store: Contestant['store'], place: Place): Promise<Floor | null> {
  if (store === 'memory') return null
  return store === 'redis' ? redisRow(place) : sqliteRow(place)
}
