import type { Store } from '@turnwise/engine'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { describeStore } from './describe-store.ts'
import { redisHarness, sendTo } from './redis-harness.ts'
import { redisForTests, startRedis } from './redis-server.ts'
import { admission, commitOf, granted } from './turns.ts'

let server: Awaited<ReturnType<typeof redisForTests>>
let node: Awaited<ReturnType<typeof startRedis>>
beforeAll(async () => {
  server = await redisForTests()
  node = await startRedis({ 'cluster-enabled': 'yes' })
  await sendTo(node.url, ['CLUSTER', 'ADDSLOTSRANGE', '0', '16383'])
  while (!String(await sendTo(node.url, ['CLUSTER', 'INFO'])).includes('cluster_state:ok'))
    await new Promise(resolve => setTimeout(resolve, 50))
})
afterAll(async () => {
  await server.close()
  await node.close()
})
const harness = redisHarness(() => server.url)
const address = admission('').address

describeStore('the Redis store', harness)

// A node of a cluster refuses a script whose keys are not all in one slot.
describeStore(
  'the Redis store on a node of a cluster',
  redisHarness(() => node.url)
)

/** Keys of a store with their times to live in milliseconds, -1 for ever; without its prefix. */
const keysOf = async (store: Store): Promise<Record<string, number>> => {
  const { url, prefix = '' } = harness.optionsOf(store)
  const [found] = (await sendTo(url, ['KEYS', `${prefix}*`])) as [string[]]
  const times = await sendTo(url, ...found.map(key => ['PTTL', key]))
  return Object.fromEntries(
    found.map((key, index) => [key.slice(prefix.length), Number(times[index])])
  )
}

const opened = async (options: Parameters<typeof harness.open>[0] = {}): Promise<Store> => {
  const store = await harness.open(options)
  onTestFinished(() => store.close())
  return store
}

describe('what is kept in Redis', () => {
  const hour = 3_600_000

  it('[S4.2] has a time to live, each key of it, in every state of a turn', async () => {
    const store = await opened({ conversationTtl: hour, idempotencyTtl: 2 * hour })
    const check = async (): Promise<void> => {
      for (const [key, milliseconds] of Object.entries(await keysOf(store)))
        expect(milliseconds, key).toBeGreaterThan(0)
    }
    const start = await granted(store, 'start')
    await check()
    await store.commit(start, commitOf(start))
    const grant = await granted(store, 'a')
    for (const tid of ['b', 'c']) await store.admit(admission(tid))
    await store.withdraw(address, 'c', {
      code: 'ERR_QUEUE_TIMEOUT',
      message: 'Too long.',
      details: {}
    })
    await check()
    const committed = await store.commit(grant, { ...commitOf(grant), next: { lease: 60_000 } })
    await check()
    if (committed.kind !== 'committed' || committed.next === null) throw new Error('no next')
    const { next } = committed
    await store.commit(next, commitOf(next))
    const keys = await keysOf(store)
    expect(keys['{t.c}:h']).toBeLessThanOrEqual(hour)
    expect(keys['{t.c}:x']).toBeLessThanOrEqual(hour)
    expect(keys['{t.c}:i:a']).toBeLessThanOrEqual(2 * hour)
    expect(keys['{t.c}:i:a']).toBeGreaterThan(hour)
    await check()
    await store.erase(address)
    await expect.poll(async () => Object.keys(await keysOf(store))).toEqual(['{t.c}:z'])
    await check()
  })

  it('[S4.2] stays for ever where that is wanted', async () => {
    const store = await opened({ conversationTtl: 0, idempotencyTtl: 0 })
    const start = await granted(store, 'start')
    await store.commit(start, commitOf(start))
    const keys = await keysOf(store)
    for (const name of ['h', 'x', 't', 'i:start']) expect(keys[`{t.c}:${name}`]).toBe(-1)
    expect(keys['{t.c}:e:u']).toBeGreaterThan(0)
  })

  it('[S4.2] does not grow with turns whose keys are forgotten', async () => {
    const store = await opened({ idempotencyTtl: 50 })
    for (let turn = 0; turn < 20; turn += 1) {
      const grant = await granted(store, `turn-${turn}`)
      await store.commit(grant, commitOf(grant))
      await new Promise(resolve => setTimeout(resolve, 10))
    }
    const { url, prefix } = harness.optionsOf(store)
    const [turns] = await sendTo(url, ['ZCARD', `${prefix}{t.c}:t`])
    expect(Number(turns)).toBeLessThan(12)
  })

  it('[S4.4] leaves no mark of turns that have ended', async () => {
    const store = await opened()
    for (const conversation of ['c', 'd']) {
      const start = await granted(store, 'start', {}, conversation)
      await store.commit(start, commitOf(start))
    }
    await store.admit(admission('x', { create: null }, 'unknown'))
    await expect.poll(async () => Object.keys(await keysOf(store))).not.toContain('{unfinished}:u')
    const left = await granted(store, 'a', { lease: 1 })
    const { url, prefix } = harness.optionsOf(store)
    const [marks] = await sendTo(url, ['ZRANGE', `${prefix}{unfinished}:u`, '0', '-1'])
    expect(marks).toEqual([JSON.stringify(['t', 'u', 'c'])])
    await expect.poll(() => store.orphans()).toEqual([left.address])
    // A worker that died between its commit and taking the mark away.
    await store.commit(left, commitOf(left))
    await sendTo(url, ['ZADD', `${prefix}{unfinished}:u`, '1', JSON.stringify(['t', 'u', 'c'])])
    expect(await store.orphans()).toEqual([])
    expect(Object.keys(await keysOf(store))).not.toContain('{unfinished}:u')
  })

  it('[S4.4] is listed rightly although its index is wrong', async () => {
    const store = await opened()
    for (const conversation of ['one', 'two', 'three']) {
      const start = await granted(store, 'start', {}, conversation)
      await store.commit(start, commitOf(start))
      await new Promise(resolve => setTimeout(resolve, 5))
    }
    const { url, prefix } = harness.optionsOf(store)
    const index = `${prefix}{t.u}:c`
    await sendTo(url, ['ZADD', index, '1', 'two'], ['ZADD', index, '9', 'nobody'])
    const listed = async () =>
      (await store.list(address, { cursor: null, limit: 9 })).heads.map(
        head => head.address.conversation
      )
    expect((await listed()).toSorted()).toEqual(['one', 'three', 'two'])
    expect(await listed()).toEqual(['three', 'two', 'one'])
    expect(await sendTo(url, ['ZSCORE', index, 'nobody'])).toEqual([null])
  })
})

describe('two workers on one Redis', () => {
  const two = async (): Promise<[Store, Store]> => {
    const one = await opened()
    return [one, await opened(harness.optionsOf(one))]
  }

  it('[S4.4] [O6.1] stop each other’s turns at once', async () => {
    const [one, other] = await two()
    await granted(one, 'start')
    const stopped = one.untilStopped(address, 'start', new AbortController().signal)
    await new Promise(resolve => setTimeout(resolve, 50))
    const began = performance.now()
    expect(await other.stop(address)).toBe(true)
    await stopped
    expect(performance.now() - began).toBeLessThan(1000)
  })

  it('[S4.4] [O7.1] hear each other’s events, and go on with each other’s ids', async () => {
    const [one, other] = await two()
    await granted(one, 'start')
    const leaving = new AbortController()
    onTestFinished(() => leaving.abort())
    const said = (text: string) =>
      ({ event: 'message-delta', data: { turn: 1, messageId: '1-0', text } }) as const
    const id = await one.publish(address, 'start', said('one'))
    const events = other.events(address, id, leaving.signal)[Symbol.asyncIterator]()
    const next = events.next()
    await one.publish(address, 'start', said('two'))
    expect((await next).value).toMatchObject(said('two'))
  })

  it('[S4.4] give a key to one of them, and its turn to the other when the first is dead', async () => {
    const [one, other] = await two()
    const owned = (owner: string, lease = 60_000) => admission('start', { owner, lease })
    const answers = await Promise.all([one.admit(owned('1', 1)), other.admit(owned('2', 1))])
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['granted', 'running'])
    await new Promise(resolve => setTimeout(resolve, 20))
    const taken = await Promise.all([one.admit(owned('1')), other.admit(owned('2'))])
    expect(taken.map(({ kind }) => kind).toSorted()).toEqual(['orphan', 'running'])
  })
})
