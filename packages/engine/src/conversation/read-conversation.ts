import type { ConversationList, ConversationView } from '@turnwise/schema'
import type { Store } from '../ports/store.ts'
import type { Address, Head } from '../ports/stored-conversation.ts'
import type { Parts } from '../turn/parts.ts'
import { seenOf } from '../turn/render.ts'
import { afterDeadline } from '../workflow/deadline.ts'
import { renderState } from '../workflow/render-state.ts'

/** A conversation as its owner sees it: one page of its transcript, and where it stands. */
export const readConversation = async (
  parts: Pick<Parts, 'store' | 'clock' | 'workflow'>,
  address: Address,
  page: { before: number | null; limit: number }
): Promise<ConversationView | null> => {
  const { store } = parts
  const head = await store.head(address)
  if (head === null) return null
  const range = { before: page.before ?? head.version + 1, limit: page.limit }
  const entries = await store.entries(address, range)
  const first = entries[0]?.turn ?? 1
  return {
    conversationId: address.conversation,
    workflowState: renderState(head.workflow, due(head, parts)),
    messages: entries.flatMap(entry => entry.messages),
    seen: seenOf({ turn: head.version, hash: head.hash }),
    openCards: head.state.openCards.map(({ cardId }) => cardId),
    running: head.tid === null ? null : head.version + 1,
    before: first > 1 ? first : null
  }
}

/**
 * The state as the next turn will begin with it: a deadline that has passed is shown and not acted
 * upon, because a read changes nothing.
 */
const due = ({ state, workflow, version }: Head, parts: Pick<Parts, 'clock' | 'workflow'>) => {
  const known = parts.workflow({ id: workflow.id, version: state.version })
  if (known?.version !== state.version) return state
  try {
    return afterDeadline(known, state, parts.clock.now(), version + 1)
  } catch {
    // The next turn tells of it.
    return state
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
