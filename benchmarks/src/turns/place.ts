import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Contestant, Place } from './contestant.ts'
import type { RedisServer } from './redis-server.ts'

/** Files that are the bench's own. */
const OURS = ['floor.sqlite', 'agent.log']

/** Lends an empty place for one experiment, and clears up behind it. */
export async function inPlace<T>(
  redis: RedisServer | undefined,
  experiment: (place: Place) => Promise<T>
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'turnwise-bench-'))
  try {
    await redis?.clear()
    return await experiment({ folder, ...(redis === undefined ? {} : { redis: redis.url }) })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Bytes that a contestant's store has taken. */
export async function storedBytes(
  store: Contestant['store'],
  { folder }: Place,
  redis: RedisServer | undefined
): Promise<number> {
  if (store === 'redis') return (await redis?.memory())?.used ?? Number.NaN
  const files = readdirSync(folder).filter(name => !OURS.some(own => name.startsWith(own)))
  return files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}
