import type { Floor, Host } from '../contestant.ts'
import { prose } from '../prose.ts'
import { sendNext } from './send-next.ts'

export interface ThroughputEffort {
  readonly conversations: number
  /** Slices of each, taken in turn. */
  readonly slices: number
  /** Milliseconds of a slice. */
  readonly milliseconds: number
}

/** Per second. */
export interface Throughput {
  readonly turns: number
  /** One-row writes, one after the other. */
  readonly floor: number | null
  /** One-row writes, as many at a time as there are conversations. */
  readonly floorTogether: number | null
}

/** Keeps every conversation busy, and the floor in the pauses. */
export async function measureThroughput(
  host: Host,
  floor: Floor | null,
  { conversations, slices, milliseconds }: ThroughputEffort
): Promise<Throughput> {
  const ids = await Promise.all(Array.from({ length: conversations }, () => host.begin()))
  const text = prose(0, 1024)
  const write = async (): Promise<unknown> => floor?.write(text)
  const rates = { turns: 0, floor: 0, together: 0 }
  // The first slice warms up and does not count.
  for (let slice = 0; slice <= slices; slice++) {
    const turns = await rate(ids, id => sendNext(host, id), milliseconds)
    const together = floor === null ? 0 : await rate(ids, write, milliseconds / 2)
    const oneByOne = floor === null ? 0 : await rate([''], write, milliseconds / 2)
    if (slice === 0) continue
    rates.turns += turns / slices
    rates.floor += oneByOne / slices
    rates.together += together / slices
  }
  const { turns } = rates
  if (floor === null) return { turns, floor: null, floorTogether: null }
  return { turns, floor: rates.floor, floorTogether: rates.together }
}

async function rate(
  lanes: readonly string[],
  work: (lane: string) => Promise<unknown>,
  milliseconds: number
): Promise<number> {
  const start = performance.now()
  let count = 0
  await Promise.all(
    lanes.map(async lane => {
      while (performance.now() - start < milliseconds) {
        await work(lane)
        count += 1
      }
    })
  )
  return (count / (performance.now() - start)) * 1000
}
