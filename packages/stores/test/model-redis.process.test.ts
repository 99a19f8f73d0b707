import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '@turnwise/engine'
import { redisStore } from '@turnwise/stores/redis'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Play, type Step, steps, timelessSteps } from './model/commands.ts'
import { Model } from './model/model.ts'
import { System } from './model/system.ts'
import { type RedisServer, startRedis } from './redis-server.ts'

/** More runs for whoever has the time: `TURNWISE_MODEL_RUNS=2000`. */
const numRuns = Number(process.env.TURNWISE_MODEL_RUNS ?? 200)
const timeout = 120_000 + numRuns * 1000

let server: RedisServer
/** Two workers on one server: what one does, the other must see. */
let stores: Store[]
let played = 0

beforeAll(async () => {
  server = await startRedis()
  stores = await Promise.all([redisStore({ url: server.url }), redisStore({ url: server.url })])
})
afterAll(async () => {
  for (const store of stores) await store.close()
  await server.close()
})

/** A store that asks one worker and then the other. */
const byTurns = ([one, other]: readonly Store[]): Store => {
  let calls = 0
  return new Proxy(one as Store, {
    get(_target, name: keyof Store) {
      calls += 1
      const worker = (calls % 2 === 0 ? one : other) as Store
      return worker[name].bind(worker)
    }
  })
}

const begin = (store: Store): Play => {
  played += 1
  // Time is the server's here: what is brief is waited for.
  const time = { elapse: async (ms: number) => sleep(ms), now: () => null }
  return new Play(new Model(), [new System('redis', store, `model-${played}`)], time)
}

const playAll = async (play: Play, all: readonly Step[]): Promise<void> => {
  for (const { run } of all) {
    await run(play)
    await play.compare()
  }
  await play.compareEvents()
}

const someSteps = fc.array(steps(false), { minLength: 60, maxLength: 60 })

describe('what Redis answers, held against the model', () => {
  it(
    '[S4.4] [O6.1] [O7.1] [O7.2] [O7.3] is the same whatever several workers do, late and twice',
    async () => {
      const property = fc.asyncProperty(someSteps, all => playAll(begin(byTurns(stores)), all))
      await fc.assert(property, { numRuns })
    },
    timeout
  )

  it(
    '[S4.4] [O6.1] is the same when one worker is asked many things at the same time',
    async () => {
      const workers = fc.array(fc.array(timelessSteps, { maxLength: 15 }), {
        minLength: 4,
        maxLength: 4
      })
      const property = fc.asyncProperty(fc.scheduler(), workers, async (scheduler, all) => {
        const play = begin(stores[0] as Store)
        const work = async (mine: readonly Step[]): Promise<void> => {
          for (const step of mine) {
            await scheduler.schedule(Promise.resolve(), String(step))
            await step.run(play)
          }
        }
        await scheduler.waitFor(Promise.all(all.map(work)))
        await play.compare()
      })
      await fc.assert(property, { numRuns })
    },
    timeout
  )

  it(
    'control: [S4.4] finds a script that commits under any fence',
    async () => {
      const store = stores[0] as Store
      const broken: Store = {
        ...store,
        async commit(key, request) {
          const { fence = 0, lease, version = 0 } = (await store.head(key.address)) ?? {}
          const forged = { ...key, fence, base: version, owner: lease?.owner ?? key.owner }
          return store.commit(forged, request)
        }
      }
      const property = fc.asyncProperty(someSteps, all => playAll(begin(broken), all))
      expect((await fc.check(property, { numRuns: 200, endOnFailure: true })).failed).toBe(true)
    },
    timeout
  )
})
