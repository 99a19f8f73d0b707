import { median } from '../../statistics.ts'
import type { Floor, Host } from '../contestant.ts'
import { prose } from '../prose.ts'
import { sendNext } from './send-next.ts'

export interface LatencyEffort {
  /** Rounds; each has one write of the floor and one message at every depth. */
  readonly rounds: number
  /** Conversations at each depth, used in turn so that none leaves its depth. */
  readonly conversations: number
}

/** Turns that a conversation has when the next one is measured. */
export const DEPTHS = [1, 100, 1000] as const

/** Medians in milliseconds. */
export interface Latency {
  readonly floor: number | null
  /** The turn with this number, by depth. */
  readonly turns: readonly number[]
}

/** Times single turns at each depth and the floor between them, so that a slow moment slows all. */
export async function measureLatency(
  host: Host,
  floor: Floor | null,
  { rounds, conversations }: LatencyEffort
): Promise<Latency> {
  const [, ...deeper] = DEPTHS
  const filled: string[][] = []
  for (const depth of deeper) {
    const group: string[] = []
    for (let index = 0; index < conversations; index++) {
      group.push(await fill(host, depth - rounds / conversations / 2))
    }
    filled.push(group)
  }
  const floorTimes: number[] = []
  const times: number[][] = DEPTHS.map(() => [])
  for (let round = 0; round < rounds; round++) {
    const text = prose(round, 1024)
    if (floor !== null) floorTimes.push(await timed(async () => floor.write(text)))
    const fresh = await host.begin()
    const targets = [fresh, ...filled.map(group => group[round % conversations] ?? fresh)]
    for (const [index, conversation] of targets.entries()) {
      times[index]?.push(await timed(() => sendNext(host, conversation)))
    }
  }
  return { floor: floor === null ? null : median(floorTimes), turns: times.map(median) }
}

async function fill(host: Host, turns: number): Promise<string> {
  const conversation = await host.begin()
  for (let turn = 1; turn < turns; turn++) await sendNext(host, conversation)
  return conversation
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
