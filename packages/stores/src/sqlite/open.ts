import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { TurnwiseError } from '@turnwise/engine'
import { schemaVersion, tables, unfinished } from './schema.ts'

/** The open file, the lock that keeps other servers out, and the number of this start. */
export type OpenFile = { database: DatabaseSync; lock: DatabaseSync; boot: number }

/**
 * Opens a store file for this process alone.
 *
 * The lock is an exclusive transaction on `<file>.lock`: the operating system frees it when the
 * process dies, however it dies.
 *
 * @throws TurnwiseError `ERR_STORE_LOCKED` when another server has the file, `ERR_STORE_UNAVAILABLE`
 *   when it cannot be opened or was written by a newer version
 */
export const openFile = (file: string): OpenFile => {
  const open: DatabaseSync[] = []
  const opened = (path: string): DatabaseSync => {
    const database = new DatabaseSync(path)
    open.push(database)
    return database
  }
  try {
    mkdirSync(dirname(file), { recursive: true })
    const lock = opened(`${file}.lock`)
    takeLock(lock)
    const database = opened(file)
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000'
    )
    return { database, lock, boot: startOf(database) }
  } catch (cause) {
    for (const database of open.reverse()) database.close()
    if (cause instanceof TurnwiseError) throw cause
    throw new TurnwiseError('ERR_STORE_UNAVAILABLE', 'The store file cannot be opened.', { cause })
  }
}

/** @see https://sqlite.org/rescode.html#busy */
const busy = 5

const takeLock = (lock: DatabaseSync): void => {
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (cause) {
    if ((cause as { errcode?: unknown }).errcode !== busy) throw cause
    const message = 'Another server is using this store file.'
    throw new TurnwiseError('ERR_STORE_LOCKED', message, { cause })
  }
}

/**
 * Makes the tables, counts this start and ends the leases of the one before: their holders are gone.
 * A file of a newer version is left as it is.
 */
const startOf = (database: DatabaseSync): number => {
  database.exec(`
    BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT`)
  const schema = database.prepare("SELECT value FROM meta WHERE name = 'schema'").get()
  if (Number(schema?.value ?? schemaVersion) > schemaVersion)
    throw new TurnwiseError('ERR_STORE_UNAVAILABLE', 'The file was written by a newer version.')
  database.exec(tables)
  database.prepare("INSERT OR REPLACE INTO meta VALUES ('schema', ?)").run(schemaVersion)
  database.exec(`
    INSERT INTO meta VALUES ('boot', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
    UPDATE conversation SET lease_owner = NULL, lease_until = NULL WHERE ${unfinished};
    COMMIT`)
  return Number(database.prepare("SELECT value FROM meta WHERE name = 'boot'").get()?.value)
}
