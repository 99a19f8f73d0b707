import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import {
  type Address,
  type Entry,
  type Head,
  isTurnwiseError,
  type TurnRecord,
  TurnwiseError,
  type Undelivered
} from '@turnwise/engine'
import { ended } from '@turnwise/engine/protocol'
import { pack, unpack } from '../packed/pack.ts'
import type { Rows } from '../transactional/backend.ts'
import { rowFormat } from './schema.ts'

type Row = Record<string, SQLOutputValue>

/** Prepares the statements once and returns the view of one conversation's rows. */
export const prepareRows = (database: DatabaseSync): ((address: Address) => Rows) => {
  const selectHead = database.prepare('SELECT * FROM conversation WHERE tenant = ? AND id = ?')
  const selectOutline = database.prepare(
    'SELECT user, tid, expires_at FROM conversation WHERE tenant = ? AND id = ?'
  )
  const upsertHead = database.prepare(`
    INSERT INTO conversation VALUES (
      :tenant, :id, :user, :title, :version, :hash, :fence, :lease_owner, :lease_until, :tid,
      :cancel, :queue, :workflow_id, :workflow_version, :ref, :locale, :state, :created_at,
      :last_turn_at, :expires_at, :format)
    ON CONFLICT (tenant, id) DO UPDATE SET
      user = :user, title = :title, version = :version, hash = :hash, fence = :fence,
      lease_owner = :lease_owner, lease_until = :lease_until, tid = :tid, cancel = :cancel,
      queue = :queue, workflow_id = :workflow_id, workflow_version = :workflow_version, ref = :ref,
      locale = :locale, state = :state, created_at = :created_at, last_turn_at = :last_turn_at,
      expires_at = :expires_at, format = :format`)
  const updateLease = database.prepare(
    `UPDATE conversation SET lease_owner = ?, lease_until = ? WHERE tenant = ? AND id = ?`
  )
  const selectTurn = database.prepare(
    'SELECT record FROM turn WHERE tenant = ? AND conversation = ? AND tid = ?'
  )
  const upsertTurn = database.prepare(`
    INSERT INTO turn VALUES (?, ?, ?, ?, ?) ON CONFLICT (tenant, conversation, tid)
    DO UPDATE SET record = excluded.record, expires_at = excluded.expires_at`)
  const selectEntry = database.prepare(
    'SELECT entry FROM entry WHERE tenant = ? AND conversation = ? AND turn = ?'
  )
  const selectEntryOf = database.prepare(
    'SELECT entry FROM entry WHERE tenant = ? AND conversation = ? AND turn > ? AND tid = ?'
  )
  const insertEntry = database.prepare('INSERT INTO entry VALUES (?, ?, ?, ?, ?)')
  const selectUndelivered = database.prepare(
    'SELECT * FROM undelivered WHERE tenant = ? AND conversation = ?'
  )
  const upsertUndelivered = database.prepare(
    'INSERT OR REPLACE INTO undelivered VALUES (?, ?, ?, ?, ?)'
  )
  const deleteUndelivered = database.prepare(
    'DELETE FROM undelivered WHERE tenant = ? AND conversation = ?'
  )
  const selectTombstone = database.prepare(
    'SELECT until FROM tombstone WHERE tenant = ? AND conversation = ?'
  )
  const insertTombstone = database.prepare('INSERT OR REPLACE INTO tombstone VALUES (?, ?, ?)')
  const removals = [
    'DELETE FROM conversation WHERE tenant = ? AND id = ?',
    'DELETE FROM turn WHERE tenant = ? AND conversation = ?',
    'DELETE FROM entry WHERE tenant = ? AND conversation = ?',
    'DELETE FROM undelivered WHERE tenant = ? AND conversation = ?'
  ].map(sql => database.prepare(sql))

  return address => {
    const key = [address.tenant, address.conversation] as const
    let current: Head | null | undefined

    return {
      outline() {
        const row = selectOutline.get(...key)
        if (row === undefined) return null
        const { user, tid, expires_at: expiresAt } = row
        return {
          user: String(user),
          tid: tid as string | null,
          expiresAt: expiresAt as number | null
        }
      },
      head() {
        if (current === undefined) {
          const row = selectHead.get(...key)
          current = row === undefined ? null : headOf(row)
        }
        return current
      },
      putHead(head) {
        if (current != null && differsInLeaseOnly(current, head))
          updateLease.run(head.lease?.owner ?? null, head.lease?.until ?? null, ...key)
        else upsertHead.run(columnsOf(head))
        current = head
      },
      record(tid) {
        const row = selectTurn.get(...key, tid)
        return row === undefined ? null : read<TurnRecord>(() => unpack(row.record as Uint8Array))
      },
      putRecord(record) {
        // Only what has ended may be swept; a waiting turn is dropped by the rules, with an answer.
        if (ended(record)) upsertTurn.run(...key, record.tid, pack(record), record.expiresAt)
        else upsertTurn.run(...key, record.tid, Buffer.from(JSON.stringify(record)), null)
      },
      entry(turn) {
        const row = selectEntry.get(...key, turn)
        return row === undefined ? null : entryOf(row)
      },
      entryOf(tid, after) {
        const row = selectEntryOf.get(...key, after, tid)
        return row === undefined ? null : entryOf(row)
      },
      appendEntry(entry) {
        insertEntry.run(...key, entry.turn, entry.tid, pack(entry))
      },
      undelivered() {
        const row = selectUndelivered.get(...key)
        return row === undefined ? null : undeliveredOf(row)
      },
      putUndelivered(owed) {
        if (owed === null) deleteUndelivered.run(...key)
        else upsertUndelivered.run(...key, owed.from, owed.attempts, owed.dueAt)
      },
      tombstone() {
        const row = selectTombstone.get(...key)
        return row === undefined ? null : { until: row.until as number | null }
      },
      clear() {
        for (const removal of removals) removal.run(...key)
        current = null
      },
      bury(until) {
        insertTombstone.run(...key, until)
      }
    }
  }
}

/** Reads how far a conversation has been delivered. */
export const undeliveredOf = (row: Row): Undelivered => ({
  from: Number(row.from_turn),
  attempts: Number(row.attempts),
  dueAt: row.due_at as number | null
})

/** What is stored, or the one error for a row that cannot be read: it concerns its conversation alone. */
const read = <T extends object>(parse: () => unknown): T => {
  try {
    const value = parse()
    if (typeof value === 'object' && value !== null) return value as T
  } catch (cause) {
    throw unreadable(cause)
  }
  throw unreadable()
}

/** The one failure of a conversation whose rows are damaged or of a newer format. */
export const unreadable = (cause?: unknown): TurnwiseError =>
  new TurnwiseError('ERR_CONVERSATION_UNREADABLE', 'This conversation cannot be read.', { cause })

const entryOf = (row: Row): Entry => read(() => unpack(row.entry as Uint8Array))

/** Renewing is frequent; the state need not be made into text again for it. */
const differsInLeaseOnly = (before: Head, after: Head): boolean =>
  (Object.keys(after) as (keyof Head)[]).every(
    name => name === 'lease' || before[name] === after[name]
  )

const columnsOf = (head: Head): Record<string, string | number | null> => ({
  tenant: head.address.tenant,
  id: head.address.conversation,
  user: head.address.user,
  title: head.title,
  version: head.version,
  hash: head.hash,
  fence: head.fence,
  lease_owner: head.lease?.owner ?? null,
  lease_until: head.lease?.until ?? null,
  tid: head.tid,
  cancel: head.cancel ? 1 : 0,
  queue: JSON.stringify(head.queue),
  workflow_id: head.workflow.id,
  workflow_version: head.workflow.version,
  ref: head.ref,
  locale: head.locale,
  state: JSON.stringify(head.state),
  created_at: head.createdAt,
  last_turn_at: head.lastTurnAt,
  expires_at: head.expiresAt,
  format: rowFormat
})

/** Reads whose conversation a row is. */
export const addressOf = (row: Row): Address => ({
  tenant: String(row.tenant),
  user: String(row.user),
  conversation: String(row.id)
})

/**
 * Reads a head back from its columns.
 *
 * @throws TurnwiseError `ERR_CONVERSATION_UNREADABLE` for a damaged row, or one of a newer format
 */
export const headOf = (row: Row): Head => {
  if (Number(row.format) > rowFormat) throw unreadable()
  return columnsToHead(row)
}

/** The head of a row, or nothing where it cannot be read: the others of a list are not to blame. */
export const readableHead = (row: Row): Head[] => {
  try {
    return [headOf(row)]
  } catch (error) {
    if (isTurnwiseError(error)) return []
    throw error
  }
}

const columnsToHead = (row: Row): Head => ({
  address: addressOf(row),
  title: String(row.title),
  version: Number(row.version),
  hash: String(row.hash),
  fence: Number(row.fence),
  lease:
    row.lease_owner === null
      ? null
      : { owner: String(row.lease_owner), until: Number(row.lease_until) },
  tid: row.tid as string | null,
  cancel: row.cancel === 1,
  queue: read<string[]>(() => JSON.parse(String(row.queue))),
  workflow: { id: String(row.workflow_id), version: Number(row.workflow_version) },
  ref: row.ref as string | null,
  locale: String(row.locale),
  state: read<Head['state']>(() => JSON.parse(String(row.state))),
  createdAt: String(row.created_at),
  lastTurnAt: String(row.last_turn_at),
  expiresAt: row.expires_at as number | null
})
