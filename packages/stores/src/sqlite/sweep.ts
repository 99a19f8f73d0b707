import type { DatabaseSync } from 'node:sqlite'
import type { Address } from '@turnwise/engine'
import type { GroupCommit } from './group-commit.ts'
import { addressOf, type Row } from './head-row.ts'
import type { View } from './rows.ts'

/** Rows looked at together: the conversations of everybody wait meanwhile. */
const batch = 100

/** Milliseconds until a conversation is looked at again that has expired and is still needed. */
const again = 10 * 60 * 1000

type Step = (wall: number) => { looked: number; removed: number }

/** Removes what has expired, a little at a time until nothing is left. */
export const prepareSweep = (
  database: DatabaseSync,
  viewOf: (address: Address) => View,
  { run }: GroupCommit
): ((wall: number) => Promise<boolean>) => {
  const selectDue = database.prepare(
    `SELECT number, tenant, user, id FROM conversation WHERE sweep_at <= ? LIMIT ${batch}`
  )
  const updateSweepAt = database.prepare('UPDATE conversation SET sweep_at = ? WHERE number = ?')
  const deleteTurns = database.prepare(`
    DELETE FROM turn WHERE (conversation, tid) IN
      (SELECT conversation, tid FROM turn WHERE expires_at <= ? LIMIT ${batch})`)
  const deleteTombstones = database.prepare(`
    DELETE FROM tombstone WHERE (tenant, conversation) IN
      (SELECT tenant, conversation FROM tombstone WHERE until <= ? LIMIT ${batch})`)

  /** Removes a conversation that has expired, or says when to look again. */
  const look = (row: Row, wall: number): number => {
    const { rows } = viewOf(addressOf(row))
    const { tid, expiresAt } = rows.outline() ?? { tid: null, expiresAt: null }
    const expired = expiresAt !== null && expiresAt <= wall
    if (expired && tid === null && rows.undelivered() === null) {
      rows.clear()
      return 1
    }
    updateSweepAt.run(expired ? wall + again : expiresAt, Number(row.number))
    return 0
  }

  const steps: Step[] = [
    wall => {
      const due = selectDue.all(wall)
      const removed = due.reduce((sum, row) => sum + look(row, wall), 0)
      return { looked: due.length, removed }
    },
    wall => deleted(deleteTurns.run(wall)),
    wall => deleted(deleteTombstones.run(wall))
  ]

  return async wall => {
    let removed = 0
    for (const step of steps) {
      let looked = batch
      while (looked === batch) {
        const done = await run(() => step(wall), 'later')
        looked = done.looked
        removed += done.removed
      }
    }
    return removed > 0
  }
}

const deleted = ({ changes }: { changes: number | bigint }): ReturnType<Step> => ({
  looked: Number(changes),
  removed: Number(changes)
})
