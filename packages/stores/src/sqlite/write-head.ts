import type { SQLInputValue } from 'node:sqlite'
import type { Head, TurnRecord } from '@turnwise/engine'
import { type FlatHead, isUnfinished, settledColumns, unfinishedColumns } from './head-row.ts'
import type { Recent } from './recent.ts'
import type { Statements } from './statements.ts'

/** What a transaction has made of a head. */
export type Change = {
  head: Head
  /** The head as it was read, if it was. */
  read: Head | null
  /** The record in flight, if it was put. */
  record: TurnRecord | null
}

/** Writes heads, and of each the rows alone that are different. */
export const headWriter = (statements: Statements) => ({
  /** A new conversation, as it is without the turn that it is made for. */
  insert(head: Head): Recent {
    const flat = flatten(head, JSON.stringify(head.state))
    const { address, fence, expiresAt } = head
    const { lastInsertRowid } = statements.insertConversation.run(
      ...settledColumns(flat),
      fence,
      expiresAt,
      expiresAt,
      address.tenant,
      address.conversation,
      address.user
    )
    const number = Number(lastInsertRowid)
    return { ...flat, number, sweepAt: expiresAt, record: null, unfinished: false }
  },

  /** A conversation that is there; gives what is there then. */
  update(before: Recent, { head, read, record }: Change): Recent {
    const { number } = before
    const sameState = read !== null && head.state === read.state
    const flat = flatten(head, sameState ? before.state : JSON.stringify(head.state))
    const unfinished = isUnfinished(flat.rest)
    const text = recordAfter(before, flat, record)
    const sweepAt = sweptAt(before.sweepAt, head.expiresAt)
    const after = { ...flat, number, sweepAt, record: text, unfinished }

    const settled = settledColumns(flat)
    // While a turn is in flight, fence and expiry stand in its own row.
    if (!unfinished || !sameValues(settled, settledColumns(before)))
      statements.updateConversation.run(...settled, head.fence, head.expiresAt, number)
    if (sweepAt !== before.sweepAt) statements.updateSweepAt.run(sweepAt, number)
    writeUnfinished(statements, before, after)
    return after
  }
})

const flatten = ({ state: _, ...rest }: Head, state: string): FlatHead => ({ rest, state })

const recordAfter = (
  before: Recent,
  { rest }: FlatHead,
  record: TurnRecord | null
): string | null => {
  if (record !== null && record.tid === rest.tid) return JSON.stringify(record)
  return rest.tid === before.rest.tid ? before.record : null
}

/** The sweep looks early rather than late: when a conversation expires later than that, it moves it. */
const sweptAt = (planned: number | null, expiresAt: number | null): number | null =>
  planned === null || expiresAt === null ? expiresAt : Math.min(planned, expiresAt)

const writeUnfinished = (statements: Statements, before: Recent, after: Recent): void => {
  const { number, record } = after
  if (!after.unfinished) {
    if (before.unfinished) statements.deleteUnfinished.run(number)
    return
  }
  const columns = unfinishedColumns(after)
  if (!before.unfinished) statements.insertUnfinished.run(...columns, record, number)
  else {
    if (!sameValues(columns, unfinishedColumns(before)))
      statements.updateUnfinished.run(...columns, number)
    if (record !== before.record) statements.updateRecord.run(record, number)
  }
}

const sameValues = (some: readonly SQLInputValue[], others: readonly SQLInputValue[]): boolean =>
  some.every((value, index) => value === others[index])
