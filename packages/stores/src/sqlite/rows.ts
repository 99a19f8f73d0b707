import type { DatabaseSync } from 'node:sqlite'
import type { Address, Entry, Head, TurnRecord, Undelivered } from '@turnwise/engine'
import { ended } from '@turnwise/engine/protocol'
import { pack, unpack } from '../packed/pack.ts'
import type { Rows } from '../transactional/backend.ts'
import { flatHeadOf, headOf, type Row } from './head-row.ts'
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
    /** What is read and, from then on, what is put: undefined while nobody has asked. */
    let head: Head | null | undefined
    let asRead: Head | null = null
    let record: TurnRecord | null = null
    let changed = false

    const stored = (): Recent | null => {
      if (before === undefined) {
        const row = statements.selectHead.get(...key)
        before = row === undefined ? null : recentOf(row)
        if (before !== null) recent.put(address, before)
      }
      return before
    }

    /** Also where the rest of the head cannot be read. */
    const numberOf = (): number | null => {
      if (before === undefined) {
        const row = statements.selectOutline.get(...key)
        return row === undefined ? null : Number(row.number)
      }
      return before?.number ?? null
    }

    const existing = (): number => {
      const number = numberOf()
      if (number === null) throw new TypeError('there is no such conversation')
      return number
    }

    const recordInFlight = (tid: string): TurnRecord | null => {
      if (record?.tid === tid) return record
      const { rest, record: text = null } = stored() ?? {}
      return text === null || rest?.tid !== tid ? null : read(() => JSON.parse(text))
    }

    const rows: Rows = {
      outline() {
        if (before != null) {
          const { address, tid, expiresAt } = before.rest
          return { user: address.user, tid, expiresAt }
        }
        const row = statements.selectOutline.get(...key)
        return row === undefined ? null : outlineOf(row)
      },
      head() {
        if (head === undefined) {
          const found = stored()
          head = asRead = found && headOf(found)
        }
        return head
      },
      putHead(next) {
        head = next
        changed = true
        // What belongs to a conversation needs its number.
        if (stored() === null) before = writeHead.insert(next)
      },
      record(tid) {
        const running = recordInFlight(tid)
        const number = numberOf()
        if (running !== null || number === null) return running
        const row = statements.selectTurn.get(number, tid)
        return row === undefined ? null : recordOf(tid, row)
      },
      putRecord(next) {
        if (!ended(next) && next.tid === rows.head()?.tid) {
          record = next
          changed = true
        } else statements.upsertTurn.run(existing(), next.tid, ...recordColumns(next))
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
        statements.insertEntry.run(existing(), entry.turn, entry.tid, pack(entry))
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
        if (before != null) return null
        const row = statements.selectTombstone.get(...key)
        return row === undefined ? null : { until: row.until as number | null }
      },
      clear() {
        const number = numberOf()
        if (number !== null) for (const removal of statements.removals) removal.run(number)
        before = head = asRead = record = null
        changed = false
        recent.drop(address)
      },
      bury(until) {
        statements.insertTombstone.run(...key, until)
      }
    }

    return {
      rows,
      write() {
        if (!changed || head == null || before == null) return
        recent.put(address, writeHead.update(before, { head, read: asRead, record }))
      }
    }
  }
}

const recentOf = (row: Row): Recent => ({
  ...flatHeadOf(row),
  number: Number(row.number),
  sweepAt: row.sweep_at as number | null,
  record: row.record as string | null,
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
