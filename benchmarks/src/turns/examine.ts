import { countedCalls } from './agent.ts'
import { CONTESTANTS, type ContestantName } from './contestants/index.ts'
import type { Effort } from './effort.ts'
import { errand } from './errand.ts'
import type { Death, Findings, Storage } from './findings.ts'
import { inPlace, storedBytes } from './place.ts'
import type { RedisServer } from './redis-server.ts'
import type { Breakage } from './task.ts'
import type { Moment } from './work/death.ts'

/** Parts of the bench that can be asked for alone. */
export const PARTS = ['latency', 'throughput', 'storage', 'safety'] as const

export type Part = (typeof PARTS)[number]

/** Runs every experiment with one contestant, each in an empty place and a process of its own. */
export async function examine(
  name: ContestantName,
  effort: Effort,
  wants: (part: Part) => boolean,
  redis: RedisServer | undefined
): Promise<Findings> {
  const { title, store } = await CONTESTANTS[name]()
  const { limit } = effort
  const latency = { kind: 'latency', ...effort.latency(name) } as const
  const throughput = { kind: 'throughput', ...effort.throughput } as const
  const crowd = { kind: 'crowd', messages: 10 } as const
  const durable = store !== 'memory'
  return {
    name,
    title,
    ...(wants('latency') && {
      latency: await inPlace(redis, place => errand(name, place, latency, limit))
    }),
    ...(wants('throughput') && {
      throughput: await inPlace(redis, place => errand(name, place, throughput, limit))
    }),
    ...(wants('storage') && durable && { storage: await fill(name, effort, redis) }),
    ...(wants('safety') && {
      crowd: await inPlace(redis, place => errand(name, place, crowd, limit))
    }),
    ...(wants('safety') &&
      durable && {
        deaths: [await die(name, 'answered', effort, redis), await die(name, 'over', effort, redis)]
      })
  }
}

function fill(
  name: ContestantName,
  { turns, limit }: Effort,
  redis: RedisServer | undefined
): Promise<Storage | Breakage> {
  return inPlace(redis, async place => {
    const { store } = await CONTESTANTS[name]()
    // What a store takes of a server by being opened there, such as its scripts, is nothing of a turn.
    if (store === 'redis') await errand(name, place, { kind: 'fill', turns: 1 }, limit)
    const before = store === 'redis' ? await storedBytes(store, place, redis) : 0
    const filled = await errand(name, place, { kind: 'fill', turns }, limit)
    if (filled.kind !== 'filled') return filled
    return { kind: 'stored', turns, bytes: (await storedBytes(store, place, redis)) - before }
  })
}

async function die(
  name: ContestantName,
  moment: Moment,
  { deaths, limit }: Effort,
  redis: RedisServer | undefined
): Promise<Death> {
  const sum = { answered: 0, agentCalls: 0, userMessages: 0 }
  for (let run = 0; run < deaths; run++) {
    await inPlace(redis, async place => {
      const dead = await errand(name, place, { kind: 'die', moment }, limit)
      if (dead.kind !== 'dying') throw new Error(`${name} did not die: ${JSON.stringify(dead)}`)
      const { conversation } = dead
      const retried = await errand(name, place, { kind: 'retry', moment, conversation }, limit)
      sum.agentCalls += countedCalls(place.folder)
      if (retried.kind !== 'retried') return
      sum.answered += 1
      sum.userMessages += retried.userMessages
    })
  }
  return { moment, runs: deaths, ...sum }
}
