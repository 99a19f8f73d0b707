import type { DatabaseSync } from 'node:sqlite'
import type { Address, Entry, TurnRecord, Undelivered } from '@turnwise/engine'
import { ended, frozenJson, textOfEntry } from '@turnwise/engine/protocol'
import { packText, unpack } from '../packed/pack.ts'
import type { Rows } from '../transactional/backend.ts'
import { headOf, type Row } from './head-row.ts'
import type { Recent, RecentConversations } from './recent.ts'
import { recordColumns, recordOf } from './record-row.ts'
import { prepareStatements } from './statements.ts'
import { read } from './unreadable.ts'
import { headWriter } from './write-head.ts'

/** One conversation's rows within a transaction. */
export type View = {
  rows: Rows
  /** Writes the head and the record in flight, which until then may change several times. */
  write(): void
}

/** Prepares the statements once and returns the view of one conversation's rows. */
export const prepareRows = (
  database: DatabaseSync,
  recent: RecentConversations
): ((address: Address) => View) => {
  const statements = prepareStatements(database)
  const writeHead = headWriter(statements)

  return address => {
    const key = [address.tenant, address.conversation] as const
    /** What is in the file; undefined while nobody has asked. */
    let before: Recent | null | undefined = recent.get(address)
    /** What is to be there, once something is put. */
    let after: Pick<Recent, 'head' | 'record'> | null = null

    const stored = (): Recent | null => {
      if (before === undefined) {
        const row = statements.selectHead.get(...key)
        before = row === undefined ? null : recentOf(row)
        if (before !== null) recent.put(address, before)
      }
      return before
    }

    const current = (): Pick<Recent, 'head' | 'record'> | null => after ?? stored()

    /** Also where the rest of the head cannot be read. */
    const numberOf = (): number | null => {
      if (before !== undefined) return before?.number ?? null
      const row = statements.selectOutline.get(...key)
      return row === undefined ? null : Number(row.number)
    }

    const existing = (): number => {
      const number = numberOf()
      if (number === null) throw new TypeError('there is no such conversation')
      return number
    }

    const rows: Rows = {
      outline() {
        if (before) return { ...before.head, user: before.head.address.user }
        const row = statements.selectOutline.get(...key)
        return row === undefined ? null : outlineOf(row)
      },
      head: () => current()?.head ?? null,
      putHead(next) {
        const known = current()
        const head = frozenJson(next, known?.head)
        // What belongs to a conversation needs its number.
        if (known === null) before = writeHead.insert(head)
        const record = head.tid === known?.record?.tid ? (known?.record ?? null) : null
        after = { head, record }
      },
      record(tid) {
        const { record = null } = current() ?? {}
        if (record?.tid === tid) return record
        const number = numberOf()
        const row = number === null ? undefined : statements.selectTurn.get(number, tid)
        return row === undefined ? null : recordOf(tid, row)
      },
      putRecord(next) {
        const known = current()
        if (known !== null && !ended(next) && next.tid === known.head.tid)
          after = { head: known.head, record: frozenJson(next, known.record) }
        else statements.upsertTurn.run(existing(), next.tid, ...recordColumns(next))
      },
      entry(turn) {
        const row = statements.selectEntry.get(numberOf(), turn)
        return row === undefined ? null : entryOf(row)
      },
      entryOf(tid, after) {
        const row = statements.selectEntryOf.get(numberOf(), after, tid)
        return row === undefined ? null : entryOf(row)
      },
      appendEntry(entry) {
        statements.insertEntry.run(existing(), entry.turn, entry.tid, packText(textOfEntry(entry)))
      },
      undelivered() {
        const row = statements.selectUndelivered.get(numberOf())
        return row === undefined ? null : undeliveredOf(row)
      },
      putUndelivered(owed) {
        if (owed === null) statements.deleteUndelivered.run(existing())
        else statements.upsertUndelivered.run(existing(), owed.from, owed.attempts, owed.dueAt)
      },
      tombstone() {
        // Where there is a conversation, its tombstone was over when that was created.
        if (before) return null
        const row = statements.selectTombstone.get(...key)
        return row === undefined ? null : { until: row.until as number | null }
      },
      clear() {
        const number = numberOf()
        if (number !== null) for (const removal of statements.removals) removal.run(number)
        before = after = null
        recent.drop(address)
      },
      bury(until) {
        statements.insertTombstone.run(...key, until)
      }
    }

    return {
      rows,
      write() {
        if (before && after) recent.put(address, writeHead.update(before, after))
      }
    }
  }
}

const recentOf = (row: Row): Recent => ({
  number: Number(row.number),
  head: frozenJson(headOf(row)),
  sweepAt: row.sweep_at as number | null,
  record:
    row.record === null ? null : frozenJson(read<TurnRecord>(() => JSON.parse(String(row.record)))),
  unfinished: row.unfinished !== null
})

const outlineOf = (row: Row) => ({
  user: String(row.user),
  tid: row.tid as string | null,
  expiresAt: row.expires_at as number | null
})

/** Reads how far a conversation has been delivered. */
export const undeliveredOf = (row: Row): Undelivered => ({
  from: Number(row.from_turn),
  attempts: Number(row.attempts),
  dueAt: row.due_at as number | null
})

const entryOf = (row: Row): Entry => read(() => unpack(row.entry as Uint8Array))
