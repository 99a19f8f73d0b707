import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '@turnwise/engine'
import { expect } from 'vitest'
import { headKey, type RedisHarness, sendTo } from './redis-harness.ts'
import { admission, commitOf, granted } from './turns.ts'

/** One thing that the Redis store must do with its keys, which the list for all stores cannot see. */
export type RedisCase = {
  name: string
  requirements: readonly string[]
  run: (harness: RedisHarness) => Promise<void>
}

const hour = 3_600_000
const address = admission('').address

/** A store that is closed after the case, and its keys. */
const over =
  (
    options: Parameters<RedisHarness['open']>[0],
    check: (store: Store, keys: Keys) => Promise<void>
  ) =>
  async (harness: RedisHarness): Promise<void> => {
    const store = await harness.open(options)
    try {
      const { url, prefix = '' } = harness.optionsOf(store)
      await check(store, keysAt(url, prefix))
    } finally {
      await store.close()
    }
  }

type Keys = ReturnType<typeof keysAt>

const keysAt = (url: string, prefix: string) => ({
  head: headKey(prefix, address),
  send: (...commands: readonly string[][]) => sendTo(url, ...commands),
  named: (name: string): string => prefix + name,
  /** Keys without their prefix, and their times to live in milliseconds: -1 for ever. */
  async times(): Promise<Record<string, number>> {
    const [found] = (await sendTo(url, ['KEYS', `${prefix}*`])) as [string[]]
    const times = await sendTo(url, ...found.map(key => ['PTTL', key]))
    const pairs = found.map(
      (key, index) => [key.slice(prefix.length), Number(times[index])] as const
    )
    // What went in between has none: -2.
    return Object.fromEntries(pairs.filter(([, milliseconds]) => milliseconds !== -2))
  }
})

const opened = async (store: Store, conversation?: string): Promise<void> => {
  const start = await granted(store, 'start', {}, conversation)
  await store.commit(start, commitOf(start))
}

/** Reading an index sends what has been collected for it first. */
const settled = (store: Store): Promise<unknown> => store.list(address, { cursor: null, limit: 1 })

const turn = async (store: Store, tid: string): Promise<void> => {
  const grant = await granted(store, tid)
  await store.commit(grant, commitOf(grant))
}

export const redisCases: readonly RedisCase[] = [
  {
    name: 'opens a conversation anew over what has outlived its head',
    requirements: ['S4.4', 'S4.2'],
    run: over({}, async (store, { head, named, send }) => {
      await opened(store)
      await turn(store, 'a')
      await send(['DEL', head, named('{t.c}:x')])
      await opened(store)
      const grant = await granted(store, 'a')
      expect(grant.base, 'the version: expected').toBe(1)
    })
  },
  {
    name: 'erases every key but the tombstone',
    requirements: ['S4.4', 'S4.2'],
    run: over({}, async (store, { times }) => {
      await opened(store)
      await turn(store, 'a')
      await granted(store, 'b')
      await store.admit(admission('c'))
      await store.erase(address)
      const data = { turn: 2, messageId: '2-1', text: 'said too late' }
      for (const tid of ['b', null])
        await store.publish(address, tid, { event: 'message-delta', data })
      await store.orphans()
      expect(Object.keys(await times()), 'the keys: expected').toEqual(['{t.c}:z'])
    })
  },
  {
    name: 'gives every key a time to live, in every state of a turn',
    requirements: ['S4.4', 'S4.2'],
    run: over({ conversationTtl: hour, idempotencyTtl: 2 * hour }, async (store, { times }) => {
      const check = async (): Promise<void> => {
        for (const [key, milliseconds] of Object.entries(await times()))
          expect(milliseconds, `${key}: expected a time to live`).toBeGreaterThan(0)
      }
      const start = await granted(store, 'start')
      await check()
      await store.commit(start, commitOf(start))
      const grant = await granted(store, 'a')
      for (const tid of ['b', 'c']) await store.admit(admission(tid))
      const failure = { code: 'ERR_QUEUE_TIMEOUT', message: 'Too long.', details: {} } as const
      await store.withdraw(address, 'c', failure)
      await check()
      const committed = await store.commit(grant, { ...commitOf(grant), next: { lease: hour } })
      await check()
      if (committed.kind !== 'committed' || committed.next === null)
        throw new Error('next: expected a grant')
      await store.commit(committed.next, commitOf(committed.next))
      await check()
      const kept = await times()
      for (const name of ['h', 'x'])
        expect(kept[`{t.c}:${name}`], `${name}: expected an hour`).toBeLessThanOrEqual(hour)
      for (const name of ['i:a', 'i:c'])
        expect(kept[`{t.c}:${name}`], `${name}: expected two hours`).toBeGreaterThan(hour)
      expect(kept['{t.c}:i:a'], 'i:a: expected two hours').toBeLessThanOrEqual(2 * hour)
      await store.erase(address)
      await check()
    })
  },
  {
    name: 'keeps for ever what is to be kept for ever, and live events an hour',
    requirements: ['S4.4', 'S4.2'],
    run: over({ conversationTtl: 0, idempotencyTtl: 0 }, async (store, { times }) => {
      await opened(store)
      const kept = await times()
      for (const name of ['h', 'x', 't', 'i:start'])
        expect(kept[`{t.c}:${name}`], `${name}: expected for ever`).toBe(-1)
      expect(kept['{t.c}:e:u'], 'events: expected an hour').toBeGreaterThan(0)
      await store.erase(address)
      expect((await times())['{t.c}:z'], 'the tombstone: expected for ever').toBe(-1)
    })
  },
  {
    name: 'does not grow with turns whose keys are forgotten',
    requirements: ['S4.4', 'S4.2'],
    run: over({ idempotencyTtl: 20 }, async (store, { named, send }) => {
      for (let number = 0; number < 5; number += 1) await turn(store, `turn-${number}`)
      await pause(40)
      await turn(store, 'last')
      expect(await send(['ZCARD', named('{t.c}:t')]), 'the turns: expected one').toEqual([1])
    })
  },
  {
    name: 'takes the mark of a turn away with its end, unless there is a newer one',
    requirements: ['S4.4', 'O7.3'],
    run: over({}, async (store, { named, send, times }) => {
      const marks = named('{unfinished}:u')
      await opened(store)
      await store.admit(admission('x', { create: null }, 'unknown'))
      await settled(store)
      expect(Object.keys(await times()), 'no mark: expected').not.toContain('{unfinished}:u')
      const grant = await granted(store, 'a')
      const member = JSON.stringify(['t', 'u', 'c'])
      expect(await send(['ZRANGE', marks, '0', '-1']), 'a mark: expected').toEqual([[member]])
      await send(['ZINCRBY', marks, '1', member])
      await store.commit(grant, commitOf(grant))
      await settled(store)
      expect(await send(['ZRANGE', marks, '0', '-1']), 'newer: expected').toEqual([[member]])
      expect(await store.orphans()).toEqual([])
      expect(Object.keys(await times()), 'no mark: expected').not.toContain('{unfinished}:u')
    })
  },
  {
    name: 'lists conversations rightly although their index is wrong, and mends it',
    requirements: ['S4.4', 'O5.1'],
    run: over({}, async (store, { named, send }) => {
      for (const conversation of ['one', 'two', 'three']) {
        await opened(store, conversation)
        await pause(3)
      }
      const index = named('{t.u}:c')
      await send(['ZADD', index, '1', 'two'], ['ZADD', index, '9', 'nobody'])
      const listed = async () =>
        (await store.list(address, { cursor: null, limit: 9 })).heads.map(
          head => head.address.conversation
        )
      expect((await listed()).toSorted(), 'the list: expected').toEqual(['one', 'three', 'two'])
      expect(await listed(), 'the list: expected').toEqual(['three', 'two', 'one'])
      expect(await send(['ZSCORE', index, 'nobody']), 'nobody: expected').toEqual([null])
    })
  },
  {
    name: 'takes a start that is repeated for no use',
    requirements: ['S4.4', 'O5.1'],
    run: over({}, async store => {
      for (const conversation of ['one', 'two']) {
        await opened(store, conversation)
        await pause(3)
      }
      expect((await store.admit(admission('start', {}, 'one'))).kind).toBe('done')
      const { heads } = await store.list(address, { cursor: null, limit: 9 })
      const listed = heads.map(head => head.address.conversation)
      expect(listed, 'the list: expected').toEqual(['two', 'one'])
    })
  },
  {
    name: 'drops the oldest that are over from a list that nobody reads',
    requirements: ['S4.4', 'S4.2'],
    run: over({}, async (store, { named, send }) => {
      const index = named('{t.u}:c')
      await send(['ZADD', index, '1', 'gone', '2', 'gone too'])
      await opened(store)
      for (let look = 0; look < 100; look += 1) {
        if (String(await send(['ZCARD', index])) === '1') return
        await pause(20)
      }
      throw new Error('the list: expected one conversation')
    })
  }
]
