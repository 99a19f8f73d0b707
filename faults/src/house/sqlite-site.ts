import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Site } from './site.ts'

type Row = Record<string, unknown>
type TableRow = { table: string; row: Row }

const of =
  (name: string) =>
  ({ table }: TableRow): boolean =>
    table === name

/** A SQLite file in a folder of its own, for one worker at a time. */
export const sqliteSite = (): Site => {
  const folder = mkdtempSync(join(tmpdir(), 'turnwise-faults-'))
  const file = join(folder, 'store.db')

  /** Every row of every table but the tombstones, as text. */
  const rows = (): TableRow[] => {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
      return tables
        .map(({ name }) => String(name))
        .filter(name => name !== 'tombstone')
        .flatMap(table =>
          database
            .prepare(`SELECT * FROM "${table}"`)
            .all()
            .map(row => ({ table, row }))
        )
    } finally {
      database.close()
    }
  }

  return {
    settings: () => ({ kind: 'sqlite', file }),
    workers: 1,
    immortals: async () => [],
    async leftovers(conversation) {
      const all = rows()
      const there = new Set(all.filter(of('conversation')).map(({ row }) => row.number))
      // What belongs to a conversation has its number alone, which says nothing when that is gone.
      const belongsToNone = (row: Row): boolean =>
        typeof row.conversation === 'number' && !there.has(row.conversation)
      return all
        .filter(({ row }) => belongsToNone(row) || JSON.stringify(row).includes(conversation))
        .map(({ table }) => `a row of ${table}`)
    },
    async close() {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
