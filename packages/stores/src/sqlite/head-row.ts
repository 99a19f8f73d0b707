import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import { type Address, type Head, isTurnwiseError } from '@turnwise/engine'
import { rowFormat } from './schema.ts'
import { read, unreadable } from './unreadable.ts'

export type Row = Record<string, SQLOutputValue>

/** A head whose state is text, so that nobody holds a reference into what is kept. */
export type FlatHead = { rest: Omit<Head, 'state'>; state: string }

/** Heads as they are now: what is different of an unfinished one stands in a row of its own. */
export const selectHeads = `
  SELECT c.*, u.conversation AS unfinished, u.tid, u.fence AS running_fence, u.lease_owner,
    u.lease_until, u.cancel, u.queue, u.expires_at AS running_expires_at, u.record
  FROM conversation c LEFT JOIN unfinished u ON u.conversation = c.number`

/** When a conversation of {@link selectHeads} expires. */
export const expiresAt = 'iif(u.conversation IS NULL, c.expires_at, u.expires_at)'

/** Whether something of this head is different from what it is between two turns. */
export const isUnfinished = ({ tid, queue, lease, cancel }: FlatHead['rest']): boolean =>
  tid !== null || queue.length > 0 || lease !== null || cancel

/** The columns that no turn changes before it has ended. */
export const settledColumns = ({ rest, state }: FlatHead): SQLInputValue[] => [
  rest.title,
  rest.version,
  rest.hash,
  rest.workflow.id,
  rest.workflow.version,
  rest.ref,
  rest.locale,
  state,
  rest.createdAt,
  rest.lastTurnAt
]

/** The columns of an unfinished head, but for the record. */
export const unfinishedColumns = ({ rest }: FlatHead): SQLInputValue[] => [
  rest.tid,
  rest.fence,
  rest.lease?.owner ?? null,
  rest.lease?.until ?? null,
  rest.cancel ? 1 : 0,
  JSON.stringify(rest.queue),
  rest.expiresAt
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
export const flatHeadOf = (row: Row): FlatHead => {
  if (Number(row.format) > rowFormat) throw unreadable()
  const state = String(row.state)
  read(() => JSON.parse(state))
  return { rest: { ...settledOf(row), ...changingOf(row) }, state }
}

/** A copy of a head, whose state is made of text only for who looks at it. */
export const headOf = ({ rest, state }: FlatHead): Head => {
  let parsed: Head['state'] | undefined
  return {
    ...rest,
    address: { ...rest.address },
    lease: rest.lease && { ...rest.lease },
    queue: [...rest.queue],
    workflow: { ...rest.workflow },
    get state() {
      parsed ??= JSON.parse(state) as Head['state']
      return parsed
    }
  }
}

/** The head of a row, or nothing where it cannot be read: the others of a list are not to blame. */
export const readableHead = (row: Row): Head[] => {
  try {
    return [headOf(flatHeadOf(row))]
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
  createdAt: String(row.created_at),
  lastTurnAt: String(row.last_turn_at)
})

const changingOf = (row: Row) =>
  row.unfinished === null
    ? {
        fence: Number(row.fence),
        lease: null,
        tid: null,
        cancel: false,
        queue: [],
        expiresAt: row.expires_at as number | null
      }
    : {
        fence: Number(row.running_fence),
        lease:
          row.lease_owner === null
            ? null
            : { owner: String(row.lease_owner), until: Number(row.lease_until) },
        tid: row.tid as string | null,
        cancel: row.cancel === 1,
        queue: read<string[]>(() => JSON.parse(String(row.queue))),
        expiresAt: row.running_expires_at as number | null
      }
