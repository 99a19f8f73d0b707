import type { DatabaseSync } from 'node:sqlite'
import type { Address } from '@turnwise/engine'
import type { Rows } from '../transactional/backend.ts'
import type { GroupCommit } from './group-commit.ts'
import { addressOf } from './rows.ts'

/** Rows removed at once: the conversations of everybody wait meanwhile. */
const batch = 100

/** Removes what has expired, a little at a time until nothing is left. */
export const prepareSweep = (
  database: DatabaseSync,
  rowsOf: (address: Address) => Rows,
  { run }: GroupCommit
): ((wall: number) => Promise<boolean>) => {
  const selectExpired = database.prepare(
    `SELECT tenant, user, id FROM conversation WHERE expires_at <= ? AND tid IS NULL LIMIT ${batch}`
  )
  const deleteTurns = database.prepare(`
    DELETE FROM turn WHERE (tenant, conversation, tid) IN
      (SELECT tenant, conversation, tid FROM turn WHERE expires_at <= ? LIMIT ${batch})`)
  const deleteTombstones = database.prepare(`
    DELETE FROM tombstone WHERE (tenant, conversation) IN
      (SELECT tenant, conversation FROM tombstone WHERE until <= ? LIMIT ${batch})`)
  const steps: ((wall: number) => number)[] = [
    wall => {
      const expired = selectExpired.all(wall)
      for (const row of expired) rowsOf(addressOf(row)).clear()
      return expired.length
    },
    wall => Number(deleteTurns.run(wall).changes),
    wall => Number(deleteTombstones.run(wall).changes)
  ]

  return async wall => {
    let removed = 0
    for (const step of steps) {
      let count = batch
      while (count === batch) {
        count = await run(() => step(wall), 'later')
        removed += count
      }
    }
    return removed > 0
  }
}
