import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { isTurnwiseError, type Store } from '@turnwise/engine'
import { redisStore } from '@turnwise/stores/redis'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type RedisHarness, redisHarness, sendTo } from './redis-harness.ts'
import { freePort, type RedisServer, type RedisSettings, startRedis } from './redis-server.ts'
import { admission, commitOf, granted } from './turns.ts'

const address = admission('').address
const mark = { ask: 0, query: 'question', handles: { ref: null, turnId: 'a', ask: 0 } }
const reply = {
  ask: 0,
  activities: ['{}'],
  whole: true,
  recovered: false,
  ref: null,
  receivedAt: '2026-01-02T03:04:05.678Z',
  milliseconds: 1
}
const failure = { code: 'ERR_CHANNEL_REJECTED', message: 'Refused.', details: {} } as const

/** A server that goes with the test, and a store on it. */
const started = async (
  settings: RedisSettings = {},
  options: Parameters<RedisHarness['open']>[0] = {}
): Promise<{ server: RedisServer; store: Store; harness: RedisHarness }> => {
  const server = await startRedis(settings)
  onTestFinished(() => server.close())
  const harness = redisHarness(() => server.url)
  const store = await harness.open({ deadline: 1000, ...options })
  onTestFinished(() => store.close())
  return { server, store, harness }
}

/** What nobody waits for is in the indexes a moment later. */
const indexed = (): Promise<void> => setTimeout(200)

/** How a call failed: its code, its words, and whether it may be repeated. */
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    value => ({ succeeded: value }),
    error =>
      isTurnwiseError(error)
        ? { code: error.code, message: error.message, retryable: error.retryable }
        : error
  )

const unavailable = (message: string, retryable = true) => ({
  code: 'ERR_STORE_UNAVAILABLE',
  message,
  retryable
})
const unreachable = unavailable('Redis cannot be reached.')
const unreadable = {
  code: 'ERR_CONVERSATION_UNREADABLE',
  message: 'What is kept of this conversation cannot be read by this version.',
  retryable: false
}

describe('a store on Redis is not opened', () => {
  it('[S4.4] where nobody listens', async () => {
    const url = `redis://127.0.0.1:${await freePort()}`
    expect(await failureOf(redisStore({ url }))).toEqual(unreachable)
  })

  it('[S4.4] where no sentinel answers, and nobody goes on asking', async () => {
    const url = `redis-sentinel://127.0.0.1:${await freePort()}/mymaster`
    expect(await failureOf(redisStore({ url, deadline: 300 }))).toMatchObject({
      code: 'ERR_STORE_UNAVAILABLE',
      retryable: true
    })
  })

  it('[S4.4] with a wrong password, or none', async () => {
    const { server } = await startRedis({ requirepass: 'right' }).then(server => ({ server }))
    onTestFinished(() => server.close())
    const at = (credentials: string) =>
      redisStore({ url: server.url.replace('//', `//${credentials}`) })
    const refused = unavailable('Redis refuses the password.')
    expect(await failureOf(at(':wrong@'))).toEqual(refused)
    expect(await failureOf(at(''))).toEqual(refused)
    await (await at(':right@')).close()
  })

  it('[S4.4] on a replica', async () => {
    const { server } = await started()
    const replica = await startRedis()
    onTestFinished(() => replica.close())
    await sendTo(replica.url, ['REPLICAOF', '127.0.0.1', String(server.port)])
    expect(await failureOf(redisStore({ url: replica.url }))).toEqual(
      unavailable('Redis is a replica that cannot be written.')
    )
  })

  it.each([
    [{}, 'ack=fsync needs appendonly yes.'],
    [{ appendonly: 'yes', appendfsync: 'everysec' }, 'ack=fsync needs appendfsync always']
  ] as const)('[S4.4] when a write is to be on disk with %j', async (settings, message) => {
    const server = await startRedis(settings)
    onTestFinished(() => server.close())
    const refused = failureOf(redisStore({ url: server.url, ack: 'fsync' }))
    expect(await refused).toMatchObject({ message: expect.stringContaining(message) })
  })
})

describe('a store on Redis is opened', () => {
  it('[S4.4] with a warning where keys may be evicted, and without one elsewhere', async () => {
    const warnings: string[] = []
    const onWarning = (message: string) => warnings.push(message)
    await started({ 'maxmemory-policy': 'allkeys-lru' }, { onWarning })
    expect(warnings).toEqual([expect.stringContaining('allkeys-lru')])
    await started({}, { onWarning })
    expect(warnings).toHaveLength(1)
  })

  it('[S4.4] when every write is on disk before it is answered', async () => {
    const always = { appendonly: 'yes', appendfsync: 'always' }
    const { store } = await started(always, { ack: 'fsync' })
    const start = await granted(store, 'start')
    expect((await store.commit(start, commitOf(start))).kind).toBe('committed')
  })

  it('[S4.4] when every write is at a replica: without one no write counts', async () => {
    const warnings: string[] = []
    const onWarning = (message: string) => warnings.push(message)
    const { server, store } = await started({}, { ack: 'replica', onWarning })
    const unsafe = unavailable('Redis could not make the write safe in time.')
    expect(warnings).toEqual([expect.stringMatching(/^ack=replica, and Redis has no replica/)])
    expect(await failureOf(store.probe())).toEqual(unsafe)
    expect(await failureOf(granted(store, 'start'))).toEqual(unsafe)
    const replica = await startRedis()
    onTestFinished(() => replica.close())
    await sendTo(replica.url, ['REPLICAOF', '127.0.0.1', String(server.port)])
    await expect
      .poll(async () => (await store.admit(admission('start')).catch(() => null))?.kind, {
        timeout: 20_000
      })
      .toBe('running')
  })
})

describe('while Redis is away', () => {
  const durable = { appendonly: 'yes', appendfsync: 'always' }

  it.each<[name: string, prepare: (store: Store) => Promise<(() => Promise<unknown>) | null>]>([
    ['admit', async store => () => store.admit(admission('a'))],
    ['asking', async store => granted(store, 'a').then(grant => () => store.asking(grant, mark))],
    ['renew', async store => granted(store, 'a').then(grant => () => store.renew(grant, 60_000))],
    [
      'journal',
      async store => granted(store, 'a').then(grant => () => store.journal(grant, reply))
    ],
    [
      'commit',
      async store => granted(store, 'a').then(grant => () => store.commit(grant, commitOf(grant)))
    ],
    [
      'fail',
      async store =>
        granted(store, 'a').then(grant => {
          const event = { event: 'restart', data: { turn: 2 } } as const
          return () => store.fail(grant, { failure, retryable: false, event, next: null })
        })
    ],
    [
      'release',
      async store =>
        granted(store, 'a').then(grant => () => store.release(grant).then(() => 'released'))
    ],
    ['stop', async store => granted(store, 'a').then(() => () => store.stop(address))],
    ['erase', async store => () => store.erase(address)],
    ['head', async store => () => store.head(address)],
    ['entries', async store => () => store.entries(address, { limit: 9 })],
    ['list', async store => () => store.list(address, { cursor: null, limit: 9 })],
    ['orphans', async store => () => store.orphans()]
  ])('[S4.4] %s says so, and succeeds when it is repeated', async (_name, prepare) => {
    const { server, store } = await started(durable)
    const start = await granted(store, 'start')
    await store.commit(start, commitOf(start))
    const call = await prepare(store)
    if (call === null) throw new Error('nothing to call')
    // In flight: it has been sent, and the server dies with it.
    process.kill(Number(server.pid()), 'SIGSTOP')
    const cut = failureOf(call())
    await setTimeout(50)
    await server.kill()
    expect(await cut).toEqual(unreachable)
    expect(await failureOf(call())).toEqual(unreachable)
    await server.start()
    await expect
      .poll(() => failureOf(call()), { timeout: 10_000 })
      .toMatchObject({ succeeded: expect.anything() })
  })

  it('[S4.4] a call that hangs ends after its deadline, and the store goes on', async () => {
    const { server, store } = await started()
    await granted(store, 'start')
    process.kill(Number(server.pid()), 'SIGSTOP')
    const began = performance.now()
    expect(await failureOf(store.head(address))).toEqual(
      unavailable('Redis does not answer in time.')
    )
    expect(performance.now() - began).toBeLessThan(3000)
    process.kill(Number(server.pid()), 'SIGCONT')
    await expect.poll(() => store.head(address).catch(() => null)).toMatchObject({ tid: 'start' })
  })

  it('[S4.4] [O7.1] a reader waits and goes on with what comes after', async () => {
    const { server, store } = await started(durable)
    await granted(store, 'start')
    const leaving = new AbortController()
    onTestFinished(() => leaving.abort())
    const events = store.events(address, '0', leaving.signal)[Symbol.asyncIterator]()
    expect((await events.next()).value?.event).toBe('turn-started')
    const next = events.next()
    await server.kill()
    await server.start()
    const said = { event: 'message-delta', data: { turn: 1, messageId: '1-0', text: 'x' } } as const
    await expect
      .poll(() => store.publish(address, 'start', said).catch(() => null), { timeout: 10_000 })
      .not.toBeNull()
    expect((await next).value).toMatchObject(said)
  })
})

describe('while Redis refuses to write', () => {
  it('[S4.4] because its memory is full: nothing is half done, and it goes on later', async () => {
    const { server, store } = await started()
    const start = await granted(store, 'start')
    await sendTo(server.url, ['CONFIG', 'SET', 'maxmemory', '1'])
    const full = unavailable('Redis is out of memory.')
    expect(await failureOf(store.commit(start, commitOf(start)))).toEqual(full)
    expect(await failureOf(store.asking(start, mark))).toEqual(full)
    expect(await failureOf(store.admit(admission('a')))).toEqual(full)
    expect(await failureOf(store.probe())).toEqual(full)
    expect(await store.head(address)).toMatchObject({ version: 0, tid: 'start', queue: [] })
    await sendTo(server.url, ['CONFIG', 'SET', 'maxmemory', '0'])
    await store.probe()
    expect((await store.commit(start, commitOf(start))).kind).toBe('committed')
  })

  const admitted = async (readScript?: (part: string) => string) => {
    const settings = { 'enable-debug-command': 'yes' }
    const { server, store } = await started(settings, readScript && { readScript })
    const start = await granted(store, 'start')
    await store.commit(start, commitOf(start))
    const again = await granted(store, 'a')
    const event = { event: 'turn-failed', data: { turn: 2, failure, retryable: true } } as const
    await store.fail(again, { failure, retryable: true, event, next: null })
    const kept = () => sendTo(server.url, ['DEBUG', 'DIGEST'])
    await indexed()
    const before = await kept()
    await sendTo(server.url, ['CONFIG', 'SET', 'maxmemory', '1'])
    for (const [tid, conversation] of [
      ['a', 'c'],
      ['b', 'c'],
      ['start', 'other']
    ] as const)
      await store.admit(admission(tid, {}, conversation)).catch(() => {})
    return isDeepStrictEqual(await kept(), before)
  }

  it('[S4.4] because its memory is full: an admission is refused before it writes', async () => {
    expect(await admitted()).toBe(true)
  })

  it('control: [S4.4] because its memory is full: too late for a rule that frees first', async () => {
    const readScript = (part: string): string => {
      const text = readFileSync(
        new URL(`../src/redis/scripts/${part}.lua`, import.meta.url),
        'utf8'
      )
      if (part !== 'admit') return text
      const [adds, frees] = [
        / {2}redis\.call\('ZADD', TURNS, '\+inf', tid\)\n/,
        /.*ZREMRANGEBYSCORE.*\n/
      ]
      const [first = '', second = ''] = [adds, frees].map(line => line.exec(text)?.[0])
      return text.replace(first + second, second + first)
    }
    expect(await admitted(readScript)).toBe(false)
  })

  it('[O7.3] what only leads to unfinished turns: they are admitted all the same', async () => {
    const { server, store, harness } = await started()
    const { prefix } = harness.optionsOf(store)
    await sendTo(server.url, ['SET', `${prefix}{unfinished}:u`, 'mine'])
    const start = await granted(store, 'start')
    expect((await store.commit(start, commitOf(start))).kind).toBe('committed')
  })

  it('[S4.4] because it has become a replica: read only, until it is a master again', async () => {
    const { server, store } = await started()
    const start = await granted(store, 'start')
    await sendTo(server.url, ['REPLICAOF', '127.0.0.1', String(await freePort())])
    const refused = unavailable('Redis is a replica that cannot be written.')
    expect(await failureOf(store.commit(start, commitOf(start)))).toEqual(refused)
    expect(await failureOf(store.probe())).toEqual(refused)
    await sendTo(server.url, ['REPLICAOF', 'NO', 'ONE'])
    expect((await store.commit(start, commitOf(start))).kind).toBe('committed')
  })

  it('[S4.4] because it has forgotten the scripts: they are sent again', async () => {
    const { server, store } = await started()
    await sendTo(server.url, ['SCRIPT', 'FLUSH'])
    const start = await granted(store, 'start')
    expect((await store.commit(start, commitOf(start))).kind).toBe('committed')
  })
})

describe('a key of another type', () => {
  it.each(['h', 'x', 'q', 't', 'e:u', 'i:a'])(
    '[S4.6] in place of %s sets its conversation aside, unchanged, and others go on',
    async name => {
      const { server, store, harness } = await started({ 'enable-debug-command': 'yes' })
      const start = await granted(store, 'start')
      await store.commit(start, commitOf(start))
      const grant = await granted(store, 'a')
      const key = `${harness.optionsOf(store).prefix}{t.c}:${name}`
      await sendTo(server.url, ['DEL', key], ['SET', key, 'mine'])
      const kept = () => sendTo(server.url, ['DEBUG', 'DIGEST'])
      await indexed()
      const before = await kept()
      expect(await failureOf(store.commit(grant, commitOf(grant)))).toEqual(unreadable)
      const said = { event: 'turn-failed', data: { turn: 2, failure, retryable: false } } as const
      const failing = { failure, retryable: false, event: said, next: null }
      expect(await failureOf(store.fail(grant, failing))).toEqual(unreadable)
      if (name === 'h' || name === 'i:a') {
        expect(await failureOf(store.asking(grant, mark))).toEqual(unreadable)
        expect(await failureOf(store.journal(grant, reply))).toEqual(unreadable)
      }
      expect(await kept()).toEqual(before)
      expect(await failureOf(store.admit(admission('a')))).toEqual(unreadable)
      const other = await granted(store, 'start', {}, 'other')
      expect((await store.commit(other, commitOf(other))).kind).toBe('committed')
    }
  )
})
