import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isTurnwiseError, type Store } from '@turnwise/engine'
import { sqliteStore } from '@turnwise/stores/sqlite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { newFolder } from './new-folder.ts'
import { admission, commitOf, granted } from './turns.ts'

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing failed',
    error => (isTurnwiseError(error) ? error.code : error)
  )

const page = 4096

/** Overwrites part of a file, behind the back of whoever has it. */
const overwrite = (file: string, at: number, bytes: Uint8Array): void => {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, bytes, 0, bytes.length, at)
  closeSync(descriptor)
}

const names = Array.from({ length: 30 }, (_, index) => `conversation-${index}`)
const addressOf = (name: string) => admission('', {}, name).address

/** A file with conversations whose entries fill pages of their own. */
const filled = async (): Promise<string> => {
  const file = join(newFolder(), 'store.db')
  const store = await sqliteStore({ file })
  for (const name of names)
    for (let number = 0; number < 3; number += 1) {
      const grant = await granted(store, `turn-${number}`, {}, name)
      const { entry, ...request } = commitOf(grant)
      const queries = [`${name} ${Array.from({ length: 120 }, () => crypto.randomUUID()).join()}`]
      await store.commit(grant, { ...request, entry: { ...entry, queries } })
    }
  await granted(store, 'running', {}, 'conversation-3')
  await store.close()
  return file
}

/** What each conversation answers when everything in it is read. */
const answersOf = async (store: Store): Promise<unknown[]> =>
  Promise.all(
    names.map(name =>
      codeOf(
        Promise.all([store.head(addressOf(name)), store.entries(addressOf(name), { limit: 9 })])
      )
    )
  )

describe('a file that is damaged', () => {
  it('[S4.6] in one entry concerns its conversation alone, which goes on', async () => {
    const file = await filled()
    const database = new DatabaseSync(file)
    database.exec(
      `UPDATE entry SET entry = x'7801ff' WHERE turn = 2 AND conversation =
        (SELECT number FROM conversation WHERE id = 'conversation-7')`
    )
    database.close()
    const store = await sqliteStore({ file })
    const answers = await answersOf(store)
    expect(answers[7]).toBe('ERR_CONVERSATION_UNREADABLE')
    expect(new Set(answers.toSpliced(7, 1))).toEqual(new Set(['nothing failed']))
    const grant = await granted(store, 'next', {}, 'conversation-7')
    expect((await store.commit(grant, commitOf(grant))).kind).toBe('committed')
    expect(await codeOf(store.admit(admission('turn-1', {}, 'conversation-7')))).toBe(
      'ERR_CONVERSATION_UNREADABLE'
    )
    await store.close()
  })

  it('[S4.6] in a page concerns those who have rows in it, and nobody is told nonsense', async () => {
    const file = await filled()
    const pages = statSync(file).size / page
    const whole = readFileSync(file)
    const seen = new Set<string>()
    for (let number = 2; number < pages; number += 3) {
      overwrite(file, 0, whole)
      overwrite(file, number * page, Buffer.alloc(page, 0xa5))
      const store = await sqliteStore({ file }).catch((error: unknown) => {
        if (!isTurnwiseError(error)) throw error
        seen.add(`refused with ${error.code}`)
        return null
      })
      if (store === null) continue
      const answers = await answersOf(store)
      for (const answer of answers) seen.add(String(answer))
      // Whoever is not concerned can go on, and be written.
      const well = names.filter((_, index) => answers[index] === 'nothing failed')
      for (const name of well.slice(0, 3)) {
        const answer = await codeOf(store.admit(admission('next', {}, name)))
        seen.add(String(answer))
      }
      await store.close()
    }
    expect(
      [...seen].filter(answer => !/^(nothing failed|ERR_|refused with ERR_)/.test(answer))
    ).toEqual([])
    expect(seen).toContain('nothing failed')
    expect(seen).toContain('ERR_CONVERSATION_UNREADABLE')
  })

  it('[S4.6] at its very beginning is refused', async () => {
    const file = await filled()
    overwrite(file, 0, Buffer.alloc(100, 0xa5))
    expect(await codeOf(sqliteStore({ file }))).toBe('ERR_STORE_UNAVAILABLE')
  })
})

describe('a clock that is set', () => {
  const jump = (milliseconds: number): void => {
    const real = Date.now.bind(Date)
    vi.spyOn(Date, 'now').mockImplementation(() => real() + milliseconds)
    onTestFinished(() => void vi.restoreAllMocks())
  }
  const hour = 60 * 60 * 1000

  it.each([-48 * hour, -hour, hour, 12 * hour])(
    '[S4.1] [O7.3] by %i ms ends no lease, repeats no fence and keeps what is kept',
    async milliseconds => {
      const store = await sqliteStore({ file: join(newFolder(), 'store.db') })
      const start = await granted(store, 'start')
      await store.commit(start, commitOf(start))
      const grant = await granted(store, 'a', { lease: 60_000 })
      jump(milliseconds)
      expect(await store.admit(admission('b', { owner: 'other' }))).toMatchObject({
        kind: 'queued'
      })
      expect(await store.renew(grant, 60_000)).toMatchObject({ kind: 'renewed' })
      const { kind } = await store.commit(grant, commitOf(grant))
      expect(kind).toBe('committed')
      const next = await granted(store, 'b')
      expect(next.fence).toBeGreaterThan(grant.fence)
      await store.commit(next, commitOf(next))
      const entries = await store.entries(start.address, { limit: 9 })
      expect(entries.map(({ turn }) => turn)).toEqual([1, 2, 3])
      expect(await store.admit(admission('a'))).toMatchObject({ kind: 'done', entry: { turn: 2 } })
      await store.close()
    }
  )

  it('[S4.1] [O7.3] ends no lease that is over any later', async () => {
    const store = await sqliteStore({ file: join(newFolder(), 'store.db') })
    await granted(store, 'start', { lease: 20 })
    jump(-48 * hour)
    await new Promise(resolve => setTimeout(resolve, 40))
    expect(await store.admit(admission('b', { owner: 'other' }))).toMatchObject({ kind: 'orphan' })
    await store.close()
  })
})

describe('many operations at one moment', () => {
  it('[S4.1] are done in groups, in order, and who comes between does not wait for all', async () => {
    const store = await sqliteStore({ file: join(newFolder(), 'store.db') })
    const done: number[] = []
    let between = -1
    const all = Array.from({ length: 2000 }, (_, index) =>
      granted(store, 'start', {}, `conversation-${index}`).then(() => done.push(index))
    )
    const other = new Promise<void>(resolve =>
      setTimeout(() => {
        between = done.length
        resolve()
      }, 1)
    )
    await Promise.all([...all, other])
    expect(done).toEqual(Array.from({ length: 2000 }, (_, index) => index))
    expect(between).toBeLessThan(2000)
    await store.close()
  })
})
