import type { ConversationList, ConversationView } from '@turnwise/schema'
import type { Store } from '../ports/store.ts'
import type { Address, Head } from '../ports/stored-conversation.ts'
import { seenOf } from '../turn/render.ts'
import { renderState } from '../workflow/render-state.ts'

/** A conversation as its owner sees it: one page of its transcript, and where it stands. */
export const readConversation = async (
  store: Store,
  address: Address,
  page: { before: number | null; limit: number }
): Promise<ConversationView | null> => {
  const head = await store.head(address)
  if (head === null) return null
  const range = { before: page.before ?? head.version + 1, limit: page.limit }
  const entries = await store.entries(address, range)
  const first = entries[0]?.turn ?? 1
  return {
    conversationId: address.conversation,
    workflowState: renderState(head.workflow, head.state),
    messages: entries.flatMap(entry => entry.messages),
    seen: seenOf({ turn: head.version, hash: head.hash }),
    openCards: head.state.openCards.map(({ cardId }) => cardId),
    running: head.tid === null ? null : head.version + 1,
    before: first > 1 ? first : null
  }
}

/** The owner's conversations, last used first. */
export const listConversations = async (
  store: Store,
  owner: { tenant: string; user: string },
  page: { cursor: string | null; limit: number }
): Promise<ConversationList> => {
  const { heads, next } = await store.list(owner, page)
  return { conversations: heads.map(summaryOf), next }
}

const summaryOf = (head: Head): ConversationList['conversations'][number] => ({
  conversationId: head.address.conversation,
  workflowId: head.workflow.id,
  title: head.title,
  status: head.state.status,
  turn: head.version,
  createdAt: head.createdAt,
  lastTurnAt: head.lastTurnAt
})
