import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { TurnwiseError } from '@turnwise/engine'
import { migrate } from './migrate.ts'
import { openFailure, unopened } from './open-failure.ts'
import { schemaVersion, tables } from './schema.ts'

/** The open file, the lock that keeps other servers out, and the number of this start. */
export type OpenFile<T> = {
  database: DatabaseSync
  lock: DatabaseSync
  boot: number
  /** What the caller prepared. */
  prepared: T
}

/**
 * Opens a store file for this process alone.
 *
 * The lock is an exclusive transaction on `<file>.lock`: the operating system frees it when the
 * process dies, however it dies.
 *
 * A file with tables of another program, or of a newer version, is refused and left as it is.
 *
 * @param prepare prepares the statements
 * @throws TurnwiseError `ERR_STORE_LOCKED` when another server has the file, `ERR_STORE_UNAVAILABLE`
 *   when it cannot be opened, with what it is about the file and what to do
 */
export const openFile = <T>(file: string, prepare: (database: DatabaseSync) => T): OpenFile<T> => {
  const open: DatabaseSync[] = []
  let at = dirname(file)
  const opened = (path: string): DatabaseSync => {
    at = path
    const database = new DatabaseSync(path)
    open.push(database)
    return database
  }
  try {
    makeFolder(dirname(file))
    const lock = opened(`${file}.lock`)
    takeLock(lock)
    const database = opened(file)
    const before = schemaOf(database, file)
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA busy_timeout = 5000;
      PRAGMA secure_delete = ON;
      PRAGMA temp_store = MEMORY`)
    return { database, lock, ...startOf(database, before, prepare) }
  } catch (cause) {
    for (const database of open.reverse()) database.close()
    if (cause instanceof TurnwiseError) throw cause
    throw openFailure(at, cause)
  }
}

/**
 * Makes a folder, open to its owner alone, with those above it.
 *
 * Not with `recursive`: that never returns where a folder exists in which nothing can be made, such
 * as /proc.
 */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Somebody else made it in this moment; what is no folder fails when the file is opened.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** @see https://sqlite.org/rescode.html#busy */
const busy = 5

const takeLock = (lock: DatabaseSync): void => {
  try {
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    // A lock that cannot be written would begin all the same, and keep nobody out.
    lock.exec('PRAGMA user_version = 1')
  } catch (cause) {
    if ((cause as { errcode?: unknown }).errcode !== busy) throw cause
    const message = 'Another server is using this store file.'
    throw new TurnwiseError('ERR_STORE_LOCKED', message, { cause })
  }
}

/**
 * Looks at a file before anything is changed in it.
 *
 * @returns the version of its tables, of an empty file the one of those that will be made
 */
const schemaOf = (database: DatabaseSync, file: string): number => {
  const found = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  if (found.length === 0) return schemaVersion
  const schema = found.some(({ name }) => name === 'meta')
    ? database.prepare("SELECT value FROM meta WHERE name = 'schema'").get()
    : undefined
  if (schema === undefined)
    throw unopened(file, 'belongs to another program, whose tables are in it: choose another place')
  const version = Number(schema.value)
  if (version > schemaVersion)
    throw unopened(file, 'was written by a newer version: start that one, or choose another place')
  return version
}

/** Makes the tables, counts this start and ends the leases and claims of the one before: their holders are gone. */
const startOf = <T>(
  database: DatabaseSync,
  before: number,
  prepare: (database: DatabaseSync) => T
): { boot: number; prepared: T } => {
  database.exec(`
    BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT`)
  migrate(database, before)
  database.exec(tables)
  const prepared = prepare(database)
  database.prepare("INSERT OR REPLACE INTO meta VALUES ('schema', ?)").run(schemaVersion)
  database.exec(`
    INSERT INTO meta VALUES ('boot', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
    UPDATE unfinished SET lease_owner = NULL, lease_until = NULL;
    UPDATE undelivered SET due_at = 0 WHERE due_at IS NOT NULL;
    COMMIT`)
  const boot = database.prepare("SELECT value FROM meta WHERE name = 'boot'").get()?.value
  return { boot: Number(boot), prepared }
}
