import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AdmitRequest, Store } from '@turnwise/engine'
import { sqliteStore } from '@turnwise/stores/sqlite'
import { describe, expect, it } from 'vitest'
import { newFolder } from './new-folder.ts'
import { admission, commitOf, granted } from './turns.ts'

const filesOf = (file: string) => [file, `${file}-wal`, `${file}-shm`, `${file}.lock`]

/** Which files still hold a text, or bytes. */
const holding = (file: string, text: string | Buffer): string[] =>
  filesOf(file).filter(path => existsSync(path) && readFileSync(path).includes(text))

/** Pieces out of the entries of a conversation as they stand in the file, compressed as they are. */
const piecesOf = (file: string, conversation: string): Buffer[] => {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database
    .prepare('SELECT entry FROM entry JOIN conversation ON number = conversation WHERE id = ?')
    .all(conversation)
  database.close()
  return rows.map(({ entry }) => {
    const bytes = Buffer.from(entry as Uint8Array)
    return bytes.subarray(bytes.length >> 1, (bytes.length >> 1) + 24)
  })
}

const handles = { ref: null, turnId: 'x', ask: 0 }

const reply = (text: string) => ({
  ask: 0,
  activities: [text],
  whole: true,
  recovered: false,
  ref: null,
  receivedAt: '2026-01-02T03:04:05.678Z',
  milliseconds: 1
})

/** Talks in conversations by turns, so that their rows lie among each other. */
const talk = async (store: Store, names: readonly string[], turns: number): Promise<void> => {
  for (let number = 0; number < turns; number += 1)
    await Promise.all(
      names.map(async name => {
        const said = `${name} said `.repeat(number % 5 === 0 ? 2000 : 7)
        const input = { kind: 'text', text: said, constraints: [] } as const
        const grant = await granted(store, `turn-${number}`, { input }, name)
        await store.asking(grant, { ask: 0, query: said, handles })
        await store.journal(grant, reply(said))
        const { entry, state, ...request } = commitOf(grant)
        await store.commit(grant, {
          ...request,
          entry: {
            ...entry,
            input,
            queries: [said],
            replies: [reply(`${said}${crypto.randomUUID()}`)]
          },
          state: { ...state, data: { said } }
        })
      })
    )
}

describe('what is erased', () => {
  it('[O1.4] [S4.2] is in no file any more, and others are', async () => {
    const file = join(newFolder(), 'store.db')
    const store = await sqliteStore({ file })
    const names = ['harmless-aaaa', 'secretive-bbbb', 'harmless-cccc', 'secretive-dddd']
    await talk(store, names, 40)
    // One is in the middle of a turn, with others that wait.
    const running = await granted(store, 'running', {}, 'secretive-bbbb')
    await store.asking(running, { ask: 0, query: 'secretive-bbbb said', handles })
    await store.journal(running, reply('secretive-bbbb said'))
    const input: AdmitRequest['input'] = {
      kind: 'text',
      text: 'secretive-bbbb said',
      constraints: []
    }
    await store.admit(admission('waiting', { input }, 'secretive-bbbb'))
    const pieces = ['secretive-bbbb', 'secretive-dddd'].flatMap(name => piecesOf(file, name))
    expect(pieces).toHaveLength(80)
    for (const secret of ['secretive-bbbb said', 'secretive-dddd said', ...pieces])
      expect(holding(file, secret)).not.toEqual([])

    for (const name of ['secretive-bbbb', 'secretive-dddd'])
      expect(await store.erase(admission('', {}, name).address)).toBe('erased')
    for (const name of ['secretive-bbbb', 'secretive-dddd']) {
      expect(holding(file, `${name} said`)).toEqual([])
      // Its name alone is in the tombstone, for as long as a key of it may come back.
      expect(holding(file, name)).toEqual([file])
    }
    for (const piece of pieces) expect(holding(file, piece)).toEqual([])
    expect(holding(file, 'harmless-aaaa said')).not.toEqual([])
    const { address } = admission('', {}, 'harmless-aaaa')
    expect(await store.entries(address, { limit: 99 })).toHaveLength(40)
    await store.close()
    expect(holding(file, 'secretive-bbbb said')).toEqual([])
  })

  it('[S4.2] is in no file any more when it has expired and been swept', async () => {
    const file = join(newFolder(), 'store.db')
    const first = await sqliteStore({ file, conversationTtl: 1, idempotencyTtl: 1 })
    await talk(first, ['secretive-bbbb'], 10)
    await first.close()
    expect(holding(file, 'secretive-bbbb')).not.toEqual([])
    const second = await sqliteStore({ file })
    await expect.poll(() => holding(file, 'secretive-bbbb'), { timeout: 5000 }).toEqual([])
    await second.close()
  })

  it('control: [S4.2] would be found where rows are merely deleted', async () => {
    const file = join(newFolder(), 'store.db')
    const store = await sqliteStore({ file })
    await talk(store, ['harmless-aaaa', 'secretive-bbbb'], 10)
    await store.close()
    const database = new DatabaseSync(file)
    const secret = "(SELECT number FROM conversation WHERE id = 'secretive-bbbb')"
    database.exec(`
      PRAGMA secure_delete = OFF;
      DELETE FROM turn WHERE conversation = ${secret};
      DELETE FROM entry WHERE conversation = ${secret};
      DELETE FROM conversation WHERE id = 'secretive-bbbb'`)
    database.close()
    expect(holding(file, 'secretive-bbbb')).toEqual([file])
  })
})
