import type { ConversationSummary } from '@turnwise/schema'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Connection } from '../connection/connection.ts'

export type ConversationsState = {
  items: readonly ConversationSummary[]
  /** Cursor of the following page; null at the end. */
  next: string | null
  phase: 'loading' | 'ready' | 'failed'
}

/** The owner's conversations, last used first. */
export type Conversations = StoreApi<ConversationsState> & {
  refresh: () => Promise<void>
  more: () => Promise<void>
  /** @returns whether it is gone */
  remove: (conversationId: string) => Promise<boolean>
}

const PAGE = 30

export function createConversations({ client, reachability }: Connection): Conversations {
  const store = createStore<ConversationsState>(() => ({ items: [], next: null, phase: 'loading' }))

  const refresh = async (): Promise<void> => {
    try {
      const { conversations, next } = await client.conversations({ limit: PAGE })
      store.setState({ items: conversations, next, phase: 'ready' })
    } catch {
      if (store.getState().phase === 'loading') store.setState({ phase: 'failed' })
    }
  }
  reachability.subscribe(({ reachable }) => {
    if (reachable) void refresh()
  })
  void refresh()

  return {
    ...store,
    refresh,
    more: async () => {
      const { next, items } = store.getState()
      if (next === null) return
      const page = await client.conversations({ limit: PAGE, cursor: next }).catch(() => null)
      if (page === null) return
      const known = new Set(items.map(({ conversationId }) => conversationId))
      const fresh = page.conversations.filter(one => !known.has(one.conversationId))
      store.setState({ items: [...items, ...fresh], next: page.next })
    },
    remove: async id => {
      try {
        await client.deleteConversation(id)
      } catch {
        await refresh()
        return !store.getState().items.some(one => one.conversationId === id)
      }
      store.setState(({ items }) => ({ items: items.filter(one => one.conversationId !== id) }))
      return true
    }
  }
}
