import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import { type Address, type Head, isTurnwiseError } from '@turnwise/engine'
import { rowFormat } from './schema.ts'
import { read, unreadable } from './unreadable.ts'

export type Row = Record<string, SQLOutputValue>

/** Heads as they are now: what is different of an unfinished one stands in a row of its own. */
export const selectHeads = `
  SELECT c.*, u.conversation AS unfinished, u.tid, u.fence AS running_fence, u.lease_owner,
    u.lease_until, u.cancel, u.queue, u.expires_at AS running_expires_at, u.record
  FROM conversation c LEFT JOIN unfinished u ON u.conversation = c.number`

/** When a conversation of {@link selectHeads} expires. */
export const expiresAt = 'iif(u.conversation IS NULL, c.expires_at, u.expires_at)'

/** Whether something of this head is different from what it is between two turns. */
export const isUnfinished = ({ tid, queue, lease, cancel }: Head): boolean =>
  tid !== null || queue.length > 0 || lease !== null || cancel

/** What of a head no turn changes before it has ended. */
export const settledFields = [
  'title',
  'version',
  'hash',
  'workflow',
  'ref',
  'locale',
  'state',
  'createdAt',
  'lastTurnAt'
] as const satisfies readonly (keyof Head)[]

/** The columns of a conversation that a turn changes in the end. */
export const conversationColumns = (head: Head): SQLInputValue[] => [
  head.title,
  head.version,
  head.hash,
  head.workflow.id,
  head.workflow.version,
  head.ref,
  head.locale,
  JSON.stringify(head.state),
  head.createdAt,
  head.lastTurnAt,
  head.fence,
  head.expiresAt
]

/** The columns of an unfinished head, but for the record. */
export const unfinishedColumns = (head: Head): SQLInputValue[] => [
  head.tid,
  head.fence,
  head.lease?.owner ?? null,
  head.lease?.until ?? null,
  head.cancel ? 1 : 0,
  JSON.stringify(head.queue),
  head.expiresAt
]

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
  return { ...settledOf(row), ...(row.unfinished === null ? idleOf(row) : unfinishedOf(row)) }
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

const settledOf = (row: Row) => ({
  address: addressOf(row),
  title: String(row.title),
  version: Number(row.version),
  hash: String(row.hash),
  workflow: { id: String(row.workflow_id), version: Number(row.workflow_version) },
  ref: row.ref as string | null,
  locale: String(row.locale),
  state: read<Head['state']>(() => JSON.parse(String(row.state))),
  createdAt: String(row.created_at),
  lastTurnAt: String(row.last_turn_at)
})

const idleOf = (row: Row) => ({
  fence: Number(row.fence),
  lease: null,
  tid: null,
  cancel: false,
  queue: [],
  expiresAt: row.expires_at as number | null
})

const unfinishedOf = (row: Row) => ({
  fence: Number(row.running_fence),
  lease:
    row.lease_owner === null
      ? null
      : { owner: String(row.lease_owner), until: Number(row.lease_until) },
  tid: row.tid as string | null,
  cancel: row.cancel === 1,
  queue: read<string[]>(() => JSON.parse(String(row.queue))),
  expiresAt: row.running_expires_at as number | null
})
