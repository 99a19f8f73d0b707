import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { TurnwiseError } from '@turnwise/engine'
import { schemaVersion, tables } from './schema.ts'

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
  try {
    mkdirSync(dirname(file), { recursive: true })
  } catch (cause) {
    throw new TurnwiseError('ERR_STORE_UNAVAILABLE', 'The data folder cannot be made.', { cause })
  }
  const lock = lockOf(file)
  try {
    const database = new DatabaseSync(file)
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000'
    )
    database.exec(tables)
    return { database, lock, boot: startOf(database) }
  } catch (cause) {
    lock.close()
    if (cause instanceof TurnwiseError) throw cause
    throw new TurnwiseError('ERR_STORE_UNAVAILABLE', 'The store file cannot be opened.', { cause })
  }
}

const lockOf = (file: string): DatabaseSync => {
  const lock = new DatabaseSync(`${file}.lock`)
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
    return lock
  } catch (cause) {
    lock.close()
    throw new TurnwiseError('ERR_STORE_LOCKED', 'Another server is using this store file.', {
      cause
    })
  }
}

/** Counts this start and ends the leases of the one before: its holders are gone. */
const startOf = (database: DatabaseSync): number => {
  database.exec('BEGIN IMMEDIATE')
  const schema = database.prepare("SELECT value FROM meta WHERE name = 'schema'").get()
  if (Number(schema?.value ?? schemaVersion) > schemaVersion) {
    database.exec('ROLLBACK')
    throw new TurnwiseError('ERR_STORE_UNAVAILABLE', 'The file was written by a newer version.')
  }
  database.prepare("INSERT OR REPLACE INTO meta VALUES ('schema', ?)").run(schemaVersion)
  database.exec(`
    INSERT INTO meta VALUES ('boot', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
    UPDATE conversation SET lease_owner = NULL, lease_until = NULL WHERE lease_owner IS NOT NULL;
    COMMIT`)
  return Number(database.prepare("SELECT value FROM meta WHERE name = 'boot'").get()?.value)
}
