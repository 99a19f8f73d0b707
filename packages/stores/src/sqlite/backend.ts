import type { Address } from '@turnwise/engine'
import { TurnwiseError } from '@turnwise/engine'
import { type Backend, position } from '../transactional/backend.ts'
import { groupCommit } from './group-commit.ts'
import { type OpenFile, openFile } from './open.ts'
import { headOf, prepareRows } from './rows.ts'

/** Keeps conversations in one SQLite file. */
export const sqliteBackend = (file: string): Backend => {
  const { database, lock, boot }: OpenFile = openFile(file)
  const rowsOf = prepareRows(database)
  const grouped = groupCommit(database)
  const selectPage = database.prepare(`
    SELECT * FROM conversation
    WHERE tenant = ? AND user = ? AND version > 0 AND (expires_at IS NULL OR expires_at > ?)
      AND (last_turn_at, id) < (?, ?)
    ORDER BY last_turn_at DESC, id DESC LIMIT ?`)
  const selectUnfinished = database.prepare(
    `SELECT tenant, user, id FROM conversation WHERE tid IS NOT NULL OR queue <> '[]'`
  )

  return {
    boot,
    transact: (address, work) => guarded(() => grouped(() => work(rowsOf(address)))),
    list: (owner, { cursor, limit, wall }) =>
      guarded(async () => {
        const [at = '', id = ''] = (cursor ?? '\u{10ffff}').split('~')
        const heads = selectPage
          .all(owner.tenant, owner.user, wall, at, id, limit + 1)
          .map(row => headOf(row))
        const page = heads.slice(0, limit)
        const last = page.at(-1)
        return { heads: page, next: heads.length > limit && last ? position(last) : null }
      }),
    unfinished: () =>
      guarded(async () =>
        selectUnfinished.all().map(
          (row): Address => ({
            tenant: String(row.tenant),
            user: String(row.user),
            conversation: String(row.id)
          })
        )
      ),
    sweep: wall =>
      guarded(() =>
        grouped(() => {
          const expired = database
            .prepare(
              'SELECT tenant, user, id FROM conversation WHERE expires_at <= ? AND tid IS NULL LIMIT 1000'
            )
            .all(wall)
          for (const row of expired)
            rowsOf({
              tenant: String(row.tenant),
              user: String(row.user),
              conversation: String(row.id)
            }).clear()
          database.prepare('DELETE FROM turn WHERE expires_at <= ?').run(wall)
          database.prepare('DELETE FROM tombstone WHERE until <= ?').run(wall)
        })
      ),
    async close() {
      database.close()
      lock.close()
    }
  }
}

/** Faults of the file become the store's one error; what the rules themselves throw is a bug and passes. */
const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || (error as { code?: string }).code !== 'ERR_SQLITE_ERROR')
      throw error
    throw new TurnwiseError('ERR_STORE_UNAVAILABLE', 'The store cannot be written or read.', {
      retryable: true,
      cause: error
    })
  }
}
