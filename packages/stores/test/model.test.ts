import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '@turnwise/engine'
import { memoryStore } from '@turnwise/stores/memory'
import { sqliteStore } from '@turnwise/stores/sqlite'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Play, type Step, steps, timelessSteps } from './model/commands.ts'
import { Model } from './model/model.ts'
import { System } from './model/system.ts'

/** More runs for whoever has the time: `TURNWISE_MODEL_RUNS=20000`. */
const numRuns = Number(process.env.TURNWISE_MODEL_RUNS ?? 200)
const mostSteps = 60
const timeout = 60_000 + numRuns * 100

/** Stores whose time is the model's, so that leases, waits and keeping times pass at once. */
const bench = () => {
  let model = new Model()
  vi.spyOn(performance, 'now').mockImplementation(() => model.now)
  vi.spyOn(Date, 'now').mockImplementation(() => model.wall)
  onTestFinished(() => void vi.restoreAllMocks())
  let played = 0
  return (stores: Record<string, Store>): Play => {
    model = new Model()
    played += 1
    const systems = Object.entries(stores).map(
      ([name, store]) => new System(name, store, `conversation-${played}`)
    )
    return new Play(model, systems, { elapse: async () => {}, now: () => model.now })
  }
}

const both = async (): Promise<Record<string, Store>> => {
  // What is written to memory is durable enough here: crashes have tests of their own.
  const folder = mkdtempSync(
    join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'turnwise-model-')
  )
  const stores = { memory: memoryStore(), sqlite: await sqliteStore({ file: join(folder, 'db') }) }
  onTestFinished(async () => {
    for (const store of Object.values(stores)) await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return stores
}

const playAll = async (play: Play, all: readonly Step[]): Promise<void> => {
  for (const { run } of all) {
    await run(play)
    await play.compare()
  }
  await play.compareEvents()
}

const someSteps = fc.array(steps(true), { minLength: mostSteps, maxLength: mostSteps })

describe('what stores answer, held against a model', () => {
  it(
    '[O6.1] [O7.1] [O7.2] [O7.3] [O7.5] is the same whatever several workers do, late and twice',
    async () => {
      const stores = await both()
      const begin = bench()
      await fc.assert(
        fc.asyncProperty(someSteps, all => playAll(begin(stores), all)),
        { numRuns }
      )
    },
    timeout
  )

  it(
    '[O6.1] [O7.1] [S4.1] is the same when they do it at the same time, in any order',
    async () => {
      const stores = await both()
      const begin = bench()
      const workers = fc.array(fc.array(timelessSteps, { maxLength: 15 }), {
        minLength: 4,
        maxLength: 4
      })
      await fc.assert(
        fc.asyncProperty(fc.scheduler(), workers, async (scheduler, all) => {
          const play = begin(stores)
          const work = async (mine: readonly Step[]): Promise<void> => {
            for (const step of mine) {
              await scheduler.schedule(Promise.resolve(), String(step))
              await step.run(play)
            }
          }
          await scheduler.waitFor(Promise.all(all.map(work)))
          await play.compare()
          await play.compareEvents()
        }),
        { numRuns }
      )
    },
    timeout
  )
})

type Mutant = (store: Store) => Partial<Store>

const held = async (store: Store, key: Parameters<Store['renew']>[0]) => {
  const { fence = 0, lease, version = 0 } = (await store.head(key.address)) ?? {}
  return { ...key, fence, owner: lease?.owner ?? key.owner, base: version }
}

/** Each breaks one rule of the memory store. */
const mutants: Record<string, Mutant> = {
  'a commit under any fence': store => ({
    commit: async (key, request) => store.commit(await held(store, key), request)
  }),
  'a failure under any fence': store => ({
    fail: async (key, request) => store.fail(await held(store, key), request)
  }),
  'a renewal under any fence': store => ({
    renew: async (key, lease) => store.renew(await held(store, key), lease)
  }),
  'a mark under any fence': store => ({
    asking: async (key, mark) => store.asking(await held(store, key), mark)
  }),
  'a release by anybody': store => ({
    release: async key => store.release(await held(store, key))
  }),
  'an admission that cannot be taken back': () => ({ retract: async () => {} }),
  'a second reply that counts': store => ({
    journal: async (key, reply) => {
      const journaled = await store.journal(key, reply)
      return journaled.kind === 'earlier' ? { kind: 'kept', reply } : journaled
    }
  }),
  'an admission that looks at no fingerprint': store => ({
    admit: async request => {
      const record = await store.record(request.address, request.tid)
      return store.admit({ ...request, fingerprint: record?.fingerprint ?? request.fingerprint })
    }
  }),
  'an admission that does not care what was seen': store => ({
    admit: request => store.admit({ ...request, seen: null })
  }),
  'a lost conversation that is merely unknown': store => ({
    admit: async request => {
      const answer = await store.admit(request)
      const head = answer.kind === 'regressed' ? await store.head(request.address) : {}
      return head === null ? { kind: 'unknown' } : answer
    }
  }),
  'a queue that nobody drives': store => ({
    commit: (key, request) => store.commit(key, { ...request, next: null })
  }),
  'a repeated commit that forgets the next turn': store => {
    const ended = new Set<number>()
    return {
      commit: async (key, request) => {
        const committed = await store.commit(key, request)
        const again = ended.has(key.fence)
        ended.add(key.fence)
        return committed.kind === 'committed' && again ? { ...committed, next: null } : committed
      }
    }
  },
  'a failure that is never final': store => ({
    fail: (key, request) => store.fail(key, { ...request, retryable: true })
  }),
  'an interruption that nobody hears': store => ({
    admit: request =>
      store.admit({
        ...request,
        waiting: request.waiting === 'interrupt' ? 'queue' : request.waiting
      })
  }),
  'waiting without an end': store => ({
    admit: request => store.admit({ ...request, wait: request.wait + 60_000 })
  }),
  'an adoption of a living turn': store => ({
    adopt: async (address, worker) => {
      const head = await store.head(address)
      if (head?.tid == null || head.lease === null) return store.adopt(address, worker)
      const { fence, version: base, lease, tid } = head
      await store.release({ address, fence, base, owner: lease.owner, tid })
      return store.adopt(address, worker)
    }
  })
}

describe('the model', () => {
  it('control: finds nothing wrong with a store that is only wrapped', async () => {
    const begin = bench()
    const store = { ...memoryStore() }
    const property = fc.asyncProperty(someSteps, all => playAll(begin({ store }), all))
    expect((await fc.check(property, { numRuns: 30 })).failed).toBe(false)
  })

  it.each(Object.entries(mutants))('control: [O7.1] finds %s', async (_name, mutant) => {
    const begin = bench()
    const memory = memoryStore()
    const store = { ...memory, ...mutant(memory) }
    const property = fc.asyncProperty(someSteps, all => playAll(begin({ store }), all))
    const { failed } = await fc.check(property, { numRuns: 200, endOnFailure: true })
    await memory.close()
    expect(failed).toBe(true)
  })
})
