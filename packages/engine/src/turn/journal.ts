import type { Reply } from '../ports/stored-conversation.ts'
import { lostLease } from './lease.ts'
import type { LoadedTurn } from './load.ts'
import type { Parts } from './parts.ts'
import { persist } from './persist.ts'

/** A reply that is being written down. */
export type Journaling = {
  reply: Reply
  /** Resolves when nothing that happens in this process keeps the reply from being written any more. */
  sent: Promise<unknown>
  /** The reply that counts: the first that was written for this ask, whoever received it. */
  counts: Promise<Reply>
  /** Tries no more: the turn is over. */
  end: () => void
}

/** Writes the raw reply down; nothing reads it before it is on its way. */
export const journal = (turn: LoadedTurn, reply: Reply, parts: Parts): Journaling => {
  const sent = Promise.withResolvers<void>()
  let over = false
  const counts = write(turn, reply, sent.resolve, () => over, parts)
  counts.then(() => sent.resolve(), sent.reject)
  // Whoever needs either waits for it; a turn that is over by then has ended without.
  sent.promise.catch(() => {})
  return {
    reply,
    sent: sent.promise,
    counts,
    end() {
      over = true
    }
  }
}

const write = async (
  turn: LoadedTurn,
  reply: Reply,
  sent: () => void,
  isOver: () => boolean,
  parts: Parts
): Promise<Reply> => {
  const { address, tid, base } = turn.grant
  const key = { address, tid, base }
  const journaled = await persist(() => parts.store.journal(key, reply, sent), parts, isOver)
  // Deleted, or lost with the last second of the store: admitting it again tells which.
  if (journaled.kind === 'gone') throw lostLease()
  if (journaled.kind === 'late') {
    parts.observe({ event: 'reply-late', tid })
    throw lostLease()
  }
  return journaled.reply
}
