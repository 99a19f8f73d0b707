import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isTurnwiseError } from '@turnwise/engine'
import { sqliteStore } from '@turnwise/stores/sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newFolder } from './new-folder.ts'

/** A file made by these statements. */
const made = (file: string, statements: string): void => {
  const database = new DatabaseSync(file)
  database.exec(statements)
  database.close()
}

const ours = async (file: string): Promise<void> => (await sqliteStore({ file })).close()

/** Why it is not opened, in words. */
const refusal = (file: string): Promise<string> =>
  sqliteStore({ file }).then(
    async store => {
      await store.close()
      return 'opened'
    },
    (error: unknown) => {
      if (!isTurnwiseError(error)) throw error
      return `${error.code} ${error.message}`
    }
  )

const overwrite = (file: string, from: number): void => {
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0xa5, from, from + 4096))
}

describe('a store file that cannot be opened', () => {
  it.each<[name: string, make: (file: string) => unknown, why: string]>([
    [
      'is a text',
      file => writeFileSync(file, 'Not a database. '.repeat(20)),
      'is not a database of SQLite: restore it from a backup, or move it away'
    ],
    [
      'is damaged',
      async file => {
        await ours(file)
        overwrite(file, 100)
      },
      'is damaged: restore it from a backup, or move it away'
    ],
    [
      'was written by a newer version',
      async file => {
        await ours(file)
        made(file, "UPDATE meta SET value = 99 WHERE name = 'schema'")
      },
      'was written by a newer version: start that one, or choose another place.'
    ],
    [
      'belongs to another program',
      file => made(file, 'CREATE TABLE invoice (id INTEGER PRIMARY KEY)'),
      'belongs to another program, whose tables are in it: choose another place.'
    ],
    [
      'belongs to another program with a table of the same name',
      file => made(file, 'CREATE TABLE meta (name TEXT, value TEXT)'),
      'belongs to another program, whose tables are in it: choose another place.'
    ],
    [
      'has a folder in its place',
      file => mkdirSync(file),
      'cannot be opened or made: choose a place in a folder that this user may write.'
    ]
  ])('[S4.1] because it %s is named, with what to do, and left as it is', async (_, make, why) => {
    const file = join(newFolder(), 'store.db')
    await make(file)
    const before = contentOf(file)
    const said = await refusal(file)
    expect(said).toContain(`ERR_STORE_UNAVAILABLE ${JSON.stringify(file)} ${why}`)
    expect(contentOf(file)).toEqual(before)
  })

  it('[S4.1] control: an empty file, and one of ours, are opened', async () => {
    const file = join(newFolder(), 'store.db')
    writeFileSync(file, '')
    expect(await refusal(file)).toBe('opened')
    expect(await refusal(file)).toBe('opened')
  })

  it.skipIf(process.getuid?.() !== 0)(
    '[S4.6] because its disk is full is told from one that is damaged',
    async () => {
      const folder = newFolder()
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32k', 'tmpfs', folder], {
          stdio: 'ignore'
        })
      } catch {
        return // Not every machine lets its root mount anything.
      }
      onTestFinished(() => void execFileSync('umount', [folder]))
      const file = join(folder, 'store.db')
      expect(await refusal(file)).toBe(
        `ERR_STORE_UNAVAILABLE ${JSON.stringify(file)} cannot be written, its disk is full: make room, or choose another place.`
      )
    }
  )
})

const contentOf = (file: string): Buffer | string => {
  try {
    return readFileSync(file)
  } catch {
    return 'a folder'
  }
}
