import type { Reply } from '../ports/stored-conversation.ts'
import { lostLease } from './lease.ts'
import type { LoadedTurn } from './load.ts'
import type { Parts } from './parts.ts'
import { persist } from './persist.ts'

/**
 * Writes the raw reply down before anything reads it, and returns the one that counts: the first
 * that was written for this ask, whoever received it.
 */
export const journal = async (turn: LoadedTurn, reply: Reply, parts: Parts): Promise<Reply> => {
  const { address, tid, base } = turn.grant
  const journaled = await persist(() => parts.store.journal({ address, tid, base }, reply), parts)
  // Deleted, or lost with the last second of the store: admitting it again tells which.
  if (journaled.kind === 'gone') throw lostLease()
  if (journaled.kind === 'late') {
    parts.observe({ event: 'reply-late', tid })
    throw lostLease()
  }
  return journaled.reply
}
