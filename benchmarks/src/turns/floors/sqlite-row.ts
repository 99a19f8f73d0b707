import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Floor, Place } from '../contestant.ts'

/** One row in one transaction that is on the disk when it returns. */
export function sqliteRow({ folder }: Place): Floor {
  const database = new DatabaseSync(join(folder, 'floor.sqlite'))
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS row (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT`)
  const insert = database.prepare('INSERT INTO row (text) VALUES (?)')
  return {
    write: text => void insert.run(text),
    close: () => database.close()
  }
}
