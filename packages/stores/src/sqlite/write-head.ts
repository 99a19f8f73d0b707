import type { Head } from '@turnwise/engine'
import { conversationColumns, isUnfinished, settledFields, unfinishedColumns } from './head-row.ts'
import type { Recent } from './recent.ts'
import type { Statements } from './statements.ts'

/** Writes heads, and of each the rows alone that are different. */
export const headWriter = (statements: Statements) => ({
  /** A new conversation, as it is without the turn that it is made for. */
  insert(head: Head): Recent {
    const { address, expiresAt } = head
    const { lastInsertRowid } = statements.insertConversation.run(
      ...conversationColumns(head),
      expiresAt,
      address.tenant,
      address.conversation,
      address.user
    )
    const number = Number(lastInsertRowid)
    return { number, head, sweepAt: expiresAt, record: null, unfinished: false }
  },

  /** A conversation that is there; gives what is there then. */
  update(before: Recent, { head, record }: Pick<Recent, 'head' | 'record'>): Recent {
    const { number } = before
    const unfinished = isUnfinished(head)
    const sweepAt = sweptAt(before.sweepAt, head.expiresAt)
    if (head !== before.head) {
      // While a turn is in flight, fence and expiry stand in its own row.
      if (!unfinished || settledFields.some(name => head[name] !== before.head[name]))
        statements.updateConversation.run(...conversationColumns(head), number)
      if (sweepAt !== before.sweepAt) statements.updateSweepAt.run(sweepAt, number)
    }
    const after = { number, head, sweepAt, record, unfinished }
    writeUnfinished(statements, before, after)
    return after
  }
})

/** The sweep looks early rather than late: when a conversation expires later than that, it moves it. */
const sweptAt = (planned: number | null, expiresAt: number | null): number | null =>
  planned === null || expiresAt === null ? expiresAt : Math.min(planned, expiresAt)

const writeUnfinished = (statements: Statements, before: Recent, after: Recent): void => {
  const { number, head, record } = after
  const text = record === before.record ? null : JSON.stringify(record)
  if (!after.unfinished) {
    if (before.unfinished) statements.deleteUnfinished.run(number)
  } else if (!before.unfinished) {
    statements.insertUnfinished.run(...unfinishedColumns(head), text, number)
  } else {
    if (head !== before.head) statements.updateUnfinished.run(...unfinishedColumns(head), number)
    if (text !== null) statements.updateRecord.run(text, number)
  }
}
