import { maskNonce } from '../context/mask-nonce.ts'
import type { Store } from '../ports/store.ts'
import type { Address, Entry, WorkflowReference } from '../ports/stored-conversation.ts'

/** A page of the turns of a conversation as they are kept, oldest first. */
export type History = {
  conversationId: string
  title: string
  workflow: WorkflowReference
  entries: readonly Entry[]
  /** Pass as `after` for the following page; null at the end. */
  next: number | null
}

/**
 * Reads the turns after `after`, with everything that is kept of them but the nonces of the queries.
 *
 * @returns null when the caller has no such conversation
 */
export const readHistory = async (
  store: Store,
  address: Address,
  { after, limit }: { after: number; limit: number }
): Promise<History | null> => {
  const head = await store.head(address)
  if (head === null) return null
  const last = Math.min(after + limit, head.version)
  const entries = await store.entries(address, { after, before: last + 1, limit })
  return {
    conversationId: address.conversation,
    title: head.title,
    workflow: head.workflow,
    entries: entries.map(entry => ({ ...entry, queries: entry.queries.map(maskNonce) })),
    next: last < head.version ? last : null
  }
}
