import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isTurnwiseError, type Store } from '@turnwise/engine'
import { sqliteStore } from '@turnwise/stores/sqlite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { describeStore } from './describe-store.ts'
import { newFolder } from './new-folder.ts'
import { sqliteHarness } from './sqlite-harness.ts'
import { toSchema1, toSchema3 } from './sqlite-schemas.ts'
import { admission, commitOf, granted } from './turns.ts'

const asked = { ref: null, turnId: 'running', ask: 0 }

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing failed',
    error => (isTurnwiseError(error) ? error.code : error)
  )

describeStore('the SQLite store', sqliteHarness)

describe('a store file', () => {
  it('[S4.1] is made with its folder, and keeps a number of its starts', async () => {
    const file = join(newFolder(), 'a', 'b', 'store.db')
    await (await sqliteStore({ file })).close()
    expect(existsSync(file)).toBe(true)
    await (await sqliteStore({ file })).close()
    const database = new DatabaseSync(file)
    expect(database.prepare('SELECT * FROM meta ORDER BY name').all()).toEqual([
      { name: 'boot', value: 2 },
      { name: 'schema', value: 4 }
    ])
    database.close()
  })

  it('[S4.1] is open once at a time', async () => {
    const file = join(newFolder(), 'store.db')
    const store = await sqliteStore({ file })
    expect(await codeOf(sqliteStore({ file }))).toBe('ERR_STORE_LOCKED')
    await store.close()
    await (await sqliteStore({ file })).close()
  })

  it('[S4.1] of a newer version is refused and left as it is', async () => {
    const file = join(newFolder(), 'store.db')
    const newer = new DatabaseSync(file)
    newer.exec(`
      CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
      INSERT INTO meta VALUES ('schema', 5), ('boot', 7)`)
    expect(await codeOf(sqliteStore({ file }))).toBe('ERR_STORE_UNAVAILABLE')
    expect(newer.prepare('SELECT name FROM sqlite_schema WHERE type = ?').all('table')).toEqual([
      { name: 'meta' }
    ])
    expect(newer.prepare("SELECT value FROM meta WHERE name = 'boot'").get()).toEqual({ value: 7 })
    newer.close()
    expect(await codeOf(sqliteStore({ file }))).toBe('ERR_STORE_UNAVAILABLE')
  })

  it('[S4.1] [O5.1] of the first version is brought up to date with everything in it', async () => {
    const file = join(newFolder(), 'store.db')
    const store = await sqliteStore({ file })
    const start = await granted(store, 'start')
    const request = commitOf(start, 'Hi '.repeat(500))
    await store.commit(start, request)
    await granted(store, 'a')
    const head = await store.head(start.address)
    await store.close()
    const database = new DatabaseSync(file)
    database.exec(toSchema3 + toSchema1)
    const text = JSON.stringify(request.entry)
    database.prepare("INSERT INTO entry VALUES ('t', 'c', 1, 'start', ?)").run(text)
    database.close()

    const again = await sqliteStore({ file })
    expect(await again.head(start.address)).toEqual({ ...head, lease: null })
    expect(await again.entries(start.address, { limit: 9 })).toEqual([request.entry])
    expect(await again.admit(admission('b'))).toMatchObject({ kind: 'orphan', grant: { tid: 'a' } })
    await again.close()
  })

  it('[S4.1] [O5.1] of schema 3 is brought up to date with everything in it', async () => {
    const file = join(newFolder(), 'store.db')
    const store = await sqliteStore({ file })
    const start = await granted(store, 'start')
    const request = { ...commitOf(start), deliver: true }
    await store.commit(start, request)
    const running = await granted(store, 'running')
    await store.asking(running, { ask: 0, query: 'What now?', handles: asked })
    await store.admit(admission('waiting'))
    const other = await granted(store, 'start', {}, 'other')
    await store.commit(other, commitOf(other))
    const { address } = start
    const whatIsIn = async (from: Store) => ({
      heads: [await from.head(address), await from.head(other.address)],
      listed: await from.list(address, { cursor: null, limit: 9 }),
      entries: await from.entries(address, { limit: 9 }),
      records: await Promise.all(
        ['start', 'running', 'waiting'].map(tid => from.record(address, tid))
      ),
      orphans: await from.orphans()
    })
    await store.close()
    const reopened = await sqliteStore({ file })
    const before = await whatIsIn(reopened)
    expect(before.records.map(record => record?.state)).toEqual(['entered', 'asking', 'waiting'])
    await reopened.close()
    const database = new DatabaseSync(file)
    database.exec(toSchema3)
    database.close()

    const again = await sqliteStore({ file })
    expect(await whatIsIn(again)).toEqual(before)
    expect(await again.undelivered()).toMatchObject([{ address, from: 1 }])
    expect(await again.admit(admission('start'))).toMatchObject({ kind: 'done' })
    expect(await again.admit(admission('b'))).toMatchObject({
      kind: 'orphan',
      grant: { tid: 'running', record: { queries: ['What now?'] } }
    })
    await again.close()
  })

  it.each<[name: string, prepare: (file: string) => unknown]>([
    ['that is no database', file => writeFileSync(file, 'These are notes.\n'.repeat(100))],
    ['that is a folder', file => mkdir(file)],
    ['whose lock is a folder', file => mkdir(`${file}.lock`)]
  ])('[S4.1] %s is refused', async (_name, prepare) => {
    const file = join(newFolder(), 'store.db')
    await prepare(file)
    expect(await codeOf(sqliteStore({ file }))).toBe('ERR_STORE_UNAVAILABLE')
  })

  it.each([
    ['conversation', 'CREATE TABLE conversation (id TEXT PRIMARY KEY, text TEXT)'],
    ['turn', 'CREATE TABLE turn (id TEXT PRIMARY KEY, text TEXT)'],
    ['entry', 'CREATE TABLE entry (id TEXT PRIMARY KEY, text TEXT)'],
    ['meta', 'CREATE TABLE meta (id TEXT PRIMARY KEY, text TEXT)']
  ])(
    '[S4.1] of another program with a table %s is refused, and left without ours',
    async (name, table) => {
      const file = join(newFolder(), 'store.db')
      const other = new DatabaseSync(file)
      other.exec(table)
      expect(await codeOf(sqliteStore({ file }))).toBe('ERR_STORE_UNAVAILABLE')
      expect(other.prepare('SELECT name FROM sqlite_schema WHERE type = ?').all('table')).toEqual([
        { name }
      ])
      other.close()
    }
  )

  it('[S4.1] where no folder can be made is refused at once', async () => {
    expect(await codeOf(sqliteStore({ file: '/proc/turnwise/store.db' }))).toBe(
      'ERR_STORE_UNAVAILABLE'
    )
  })

  it('[S4.1] has a folder that only its owner can open', async () => {
    const folder = join(newFolder(), 'a', 'b')
    await (await sqliteStore({ file: join(folder, 'store.db') })).close()
    for (const made of [folder, dirname(folder)]) expect(statSync(made).mode & 0o777).toBe(0o700)
  })

  it('[S4.1] where a folder should be is refused', async () => {
    const file = join(newFolder(), 'notes')
    writeFileSync(file, '')
    chmodSync(file, 0o400)
    expect(await codeOf(sqliteStore({ file: join(file, 'store.db') }))).toBe(
      'ERR_STORE_UNAVAILABLE'
    )
  })

  it('[S4.1] that was closed answers that it is unavailable, and can be closed again', async () => {
    const store = await sqliteHarness.open()
    const address = { tenant: 't', user: 'u', conversation: 'c' }
    const started = granted(store, 'start')
    await store.close()
    // What was asked for before is done.
    expect((await started).base).toBe(0)
    expect(await codeOf(store.head(address))).toBe('ERR_STORE_UNAVAILABLE')
    expect(await codeOf(store.list(address, { cursor: null, limit: 1 }))).toBe(
      'ERR_STORE_UNAVAILABLE'
    )
    await store.close()
  })
})

describe('leases of an earlier start', () => {
  it('[S4.1] [O7.3] are dead at once', async () => {
    const first = await sqliteHarness.open()
    const start = await granted(first, 'start')
    await first.commit(start, commitOf(start))
    const dead = await granted(first, 'a', { lease: 3_600_000 })
    const second = await sqliteHarness.reopen(first)
    expect(await second.orphans()).toEqual([dead.address])
    const answer = await second.admit(admission('b'))
    expect(answer).toMatchObject({ kind: 'orphan', grant: { tid: 'a', record: { attempts: 2 } } })
    expect(await second.renew(dead, 1000)).toEqual({ kind: 'lost' })
    expect(await second.orphans()).toEqual([])
    await second.close()
  })
})

describe('operations of the same moment', () => {
  it('[S4.1] land although one of them throws', async () => {
    const store = await sqliteHarness.open()
    const start = await granted(store, 'start')
    const request = commitOf(start)
    const broken = { ...request, entry: { ...request.entry, previous: 'of another chain' } }
    const others = ['x', 'y', 'z']
    const settled = await Promise.allSettled([
      ...others.map(conversation => granted(store, 'start', {}, conversation)),
      store.commit(start, broken),
      store.asking(start, {
        ask: 0,
        query: 'q',
        handles: { ref: null, turnId: 'start', ask: 0 }
      })
    ])
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled'
    ])
    expect(settled[3]).toMatchObject({ reason: expect.any(TypeError) })
    for (const conversation of others)
      expect((await store.head({ ...start.address, conversation }))?.tid).toBe('start')
    expect((await store.record(start.address, 'start'))?.state).toBe('asking')
    expect((await store.commit(start, request)).kind).toBe('committed')
    await store.close()
  })
})

describe('what has expired', () => {
  const rowsOf = (file: string): number[] => {
    const database = new DatabaseSync(file, { readOnly: true })
    const counts = ['conversation', 'unfinished', 'turn', 'entry', 'tombstone'].map(table =>
      Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows)
    )
    database.close()
    return counts
  }
  /** Opens conversations at the same moment, with one committed turn each. */
  const fill = async (store: Store, count: number): Promise<void> => {
    const names = Array.from({ length: count }, (_, index) => `conversation-${index}`)
    const starts = await Promise.all(names.map(name => granted(store, 'start', {}, name)))
    await Promise.all(starts.map(start => store.commit(start, commitOf(start))))
  }

  it('[S4.2] is removed, however much it is', async () => {
    const file = join(newFolder(), 'store.db')
    const first = await sqliteStore({ file, conversationTtl: 1, idempotencyTtl: 1 })
    await fill(first, 250)
    for (let index = 0; index < 120; index += 1) {
      const start = await granted(first, 'start', {}, `erased-${index}`)
      await first.erase(start.address)
    }
    await granted(first, 'start', {}, 'in flight')
    await first.close()
    expect(rowsOf(file)).toEqual([251, 1, 250, 250, 120])

    const second = await sqliteStore({ file })
    // One conversation and its turn remain: the one that nobody has finished.
    await expect.poll(() => rowsOf(file), { timeout: 5000 }).toEqual([1, 1, 0, 0, 0])
    expect(await second.orphans()).toEqual([admission('', {}, 'in flight').address])
    await second.close()
  })

  it('[S4.2] is removed from conversations that go on', async () => {
    const file = join(newFolder(), 'store.db')
    const first = await sqliteStore({ file, idempotencyTtl: 1 })
    await fill(first, 3)
    await granted(first, 'running', {}, 'conversation-0')
    await first.admit(admission('waiting', { wait: 1 }, 'conversation-0'))
    await first.close()
    const second = await sqliteStore({ file })
    await expect.poll(() => rowsOf(file)).toEqual([3, 1, 1, 3, 0])
    // A turn that waits is ended by the rules, with an answer, not by being swept away.
    expect(await second.admit(admission('running', {}, 'conversation-0'))).toMatchObject({
      kind: 'orphan'
    })
    expect(await second.admit(admission('waiting', {}, 'conversation-0'))).toMatchObject({
      kind: 'failed',
      failure: { code: 'ERR_QUEUE_TIMEOUT' }
    })
    await second.close()
  })

  it('[S4.2] is not what has been used since, until that has expired, too', async () => {
    const hour = 60 * 60 * 1000
    let passed = 0
    const real = Date.now.bind(Date)
    vi.spyOn(Date, 'now').mockImplementation(() => real() + passed)
    onTestFinished(() => void vi.restoreAllMocks())
    const file = join(newFolder(), 'store.db')
    const reopen = async (): Promise<Store> => {
      const store = await sqliteStore({ file, conversationTtl: 3 * hour })
      // The sweep of the start is behind whatever is asked for now.
      await granted(store, 'start', {}, `after ${passed}`)
      return store
    }
    const first = await reopen()
    await fill(first, 2)
    passed = 2 * hour
    const used = await granted(first, 'later', {}, 'conversation-0')
    await first.commit(used, commitOf(used))
    await first.close()
    const conversations = async (): Promise<unknown[]> => {
      const store = await reopen()
      const { heads } = await store.list(used.address, { cursor: null, limit: 9 })
      await store.close()
      return [heads.map(({ address }) => address.conversation), rowsOf(file)[3]]
    }
    passed = 4 * hour
    expect(await conversations()).toEqual([['conversation-0'], 2])
    passed = 6 * hour
    expect(await conversations()).toEqual([[], 0])
  })

  it('[S4.2] stays as long as it is to be kept', async () => {
    const file = join(newFolder(), 'store.db')
    const first = await sqliteStore({ file, conversationTtl: 0, idempotencyTtl: 0 })
    await fill(first, 3)
    await first.erase(admission('', {}, 'conversation-0').address)
    await first.close()
    const second = await sqliteStore({ file })
    await second.head(admission('', {}, 'conversation-1').address)
    expect(rowsOf(file)).toEqual([2, 0, 2, 2, 1])
    await second.close()
  })
})

describe('an entry on disk', () => {
  it('[O5.1] [S4.1] is read whatever becomes of the way it is compressed', async () => {
    const file = join(newFolder(), 'store.db')
    const store = await sqliteStore({ file })
    const start = await granted(store, 'start')
    await store.commit(start, commitOf(start))
    // Written once, never to be written again: a change of the dictionary would lose every file.
    const written =
      'eH2AuPAgg5XbhrCCG9b+okLp7ZGak5NPXBFenJuYk6NbkpgDKkRwFuZIpau5pblRsrlponGaqamZcYpJbEwe' +
      '2Dq0QhhDGWWFMkY7ABwlOKp/eEXtkamjkHF4W7lCYlGqQmV+qT0JxTqsl4NesBsY6hoYhRgYWxmYWBmY6pmZ' +
      'W0RhlPWGRsilPcQk3MUOUuYkKhkaGsEToiEiJcIToqExclK0NEAGyAkTu0ewptX0/JyU1DylWgDqLdj6'
    const database = new DatabaseSync(file)
    database.prepare('UPDATE entry SET entry = ?').run(Buffer.from(written, 'base64'))
    database.close()
    expect(await store.entries(start.address, { limit: 1 })).toMatchObject([
      {
        turn: 1,
        replies: [{ activities: [expect.stringContaining('Hi, höw are you?')] }],
        timings: { agent: 12, store: 1, parse: 0, total: 13 },
        hash: 'golden'
      }
    ])
    await store.close()
  })
})
