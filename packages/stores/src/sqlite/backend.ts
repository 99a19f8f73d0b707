import type { DatabaseSync } from 'node:sqlite'
import { TurnwiseError } from '@turnwise/engine'
import { type Backend, position, readPosition } from '../transactional/backend.ts'
import { groupCommit } from './group-commit.ts'
import { addressOf, expiresAt, readableHead, selectHeads } from './head-row.ts'
import { openFile } from './open.ts'
import { recentConversations } from './recent.ts'
import { prepareRows, undeliveredOf } from './rows.ts'
import { prepareSweep } from './sweep.ts'
import { unreadable } from './unreadable.ts'

/** Keeps conversations in one SQLite file. */
export const sqliteBackend = (file: string): Backend => {
  const { database, lock, boot, prepared } = openFile(file, prepare)
  const { recent, rowsOf, group, sweep, writeProbe, selectPage, selectUnfinished, selectOwing } =
    prepared

  /** Faults of the file become the store's one error; what the rules themselves throw is a bug and passes. */
  const guarded = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      if (!database.isOpen) throw unavailable('The store is closed.')
      return await work()
    } catch (error) {
      if ((error as { code?: unknown } | null)?.code !== 'ERR_SQLITE_ERROR') throw error
      throw unavailable('The store cannot be written or read.', error)
    }
  }

  /** A damaged page is the misfortune of the conversation that has rows in it. */
  const ofOne = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw isDamage(error) ? unreadable(error) : error
    }
  }

  return {
    boot,
    transact: (address, durable, work) =>
      guarded(() =>
        ofOne(() =>
          group.run(() => {
            const { rows, write } = rowsOf(address)
            const result = work(rows)
            write()
            return result
          }, durable)
        )
      ),
    // Nothing else can write in between: there is one connection, and reading does not wait.
    read: (address, work) =>
      guarded(() =>
        ofOne(() => {
          recent.check()
          return work(rowsOf(address).rows)
        })
      ),
    list: (owner, { cursor, limit, wall }) =>
      guarded(() => {
        const { at, id } = cursor === null ? newest : readPosition(cursor)
        const rows = selectPage.all(owner.tenant, owner.user, wall, at, id, limit + 1)
        const page = rows.slice(0, limit)
        const last = page.at(-1)
        const next =
          rows.length > limit && last ? position(String(last.last_turn_at), String(last.id)) : null
        return { heads: page.flatMap(readableHead), next }
      }),
    unfinished: now => guarded(() => selectUnfinished.all(now).map(row => addressOf(row))),
    undelivered: () =>
      guarded(() =>
        selectOwing.all().map(row => ({ ...undeliveredOf(row), address: addressOf(row) }))
      ),
    sweep: wall => guarded(() => sweep(wall)),
    scrub: () => guarded(() => database.exec('PRAGMA wal_checkpoint(TRUNCATE)')),
    probe: () => guarded(() => group.run(() => void writeProbe.run(Date.now()), 'now')),
    async close() {
      if (!database.isOpen) return
      group.flush()
      database.close()
      lock.close()
    }
  }
}

const prepare = (database: DatabaseSync) => {
  const recent = recentConversations(database)
  const rowsOf = prepareRows(database, recent)
  const group = groupCommit(database, { begun: recent.check, undone: recent.clear })
  return {
    recent,
    rowsOf,
    group,
    sweep: prepareSweep(database, rowsOf, group),
    // Another value each time: the same one once more is not written.
    writeProbe: database.prepare("INSERT OR REPLACE INTO meta VALUES ('probe', ?)"),
    selectPage: database.prepare(`
      ${selectHeads}
      WHERE c.tenant = ? AND c.user = ? AND c.version > 0
        AND (${expiresAt} IS NULL OR ${expiresAt} > ?) AND (c.last_turn_at, c.id) < (?, ?)
      ORDER BY c.last_turn_at DESC, c.id DESC LIMIT ?`),
    // With CROSS the few rows are read first; SQLite could begin with all conversations otherwise.
    selectOwing: database.prepare(`
      SELECT c.tenant, c.user, c.id, u.from_turn, u.attempts, u.due_at
      FROM undelivered u CROSS JOIN conversation c ON c.number = u.conversation
      ORDER BY u.due_at IS NULL, u.due_at LIMIT 1000`),
    selectUnfinished: database.prepare(`
      SELECT c.tenant, c.user, c.id FROM unfinished u CROSS JOIN conversation c
        ON c.number = u.conversation
      WHERE (u.tid IS NOT NULL OR u.queue <> '[]')
        AND (u.lease_until IS NULL OR u.lease_until <= ?)`)
  }
}

/** @see https://sqlite.org/rescode.html#corrupt */
const corrupt = 11

const isDamage = (error: unknown): boolean =>
  (Number((error as { errcode?: unknown } | null)?.errcode) & 0xff) === corrupt

/** Sorts after every time there is. */
const newest = { at: '\u{10ffff}', id: '' }

const unavailable = (message: string, cause?: unknown): TurnwiseError =>
  new TurnwiseError('ERR_STORE_UNAVAILABLE', message, { retryable: true, cause })
