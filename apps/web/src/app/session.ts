import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Connection } from '../connection/connection.ts'
import { type Outbox, type Posted, posted } from '../connection/outbox.ts'
import { type Conversation, openConversation } from '../conversation/conversation.ts'
import type { Conversations } from '../conversations/conversations.ts'
import { conversationIn, pathOf } from './route.ts'

/** What this page shows: one conversation, or the place where one is begun. */
export type Session = StoreApi<{ current: Conversation | null }> & {
  start: (workflowId: string) => void
  open: (conversationId: string) => void
  home: () => void
}

/** Ties the address of the page to what it shows. */
export function createSession(
  connection: Connection,
  outbox: Outbox,
  conversations: Conversations
): Session {
  const store = createStore<{ current: Conversation | null }>(() => ({ current: null }))
  const onTurn = (): void => void conversations.refresh()

  const show = (from: string | Posted | null): void => {
    store.getState().current?.close()
    const onNamed = (id: string): void => history.replaceState(null, '', pathOf(id))
    const setting = { connection, outbox, onNamed, onTurn }
    store.setState({ current: from === null ? null : openConversation(from, setting) })
  }
  const follow = (): void => {
    const id = conversationIn(location.pathname)
    show(id ?? outbox.pending(null)[0] ?? null)
  }
  const go = (id: string | null): void => {
    if (location.pathname !== pathOf(id)) history.pushState(null, '', pathOf(id))
  }
  addEventListener('popstate', follow)
  follow()

  return {
    ...store,
    start: workflowId => {
      go(null)
      show(posted({ kind: 'start', workflowId }))
    },
    open: id => {
      go(id)
      show(id)
    },
    home: () => {
      // A start that never got through is given up by going away from it.
      for (const { key } of outbox.pending(null)) outbox.remove(key)
      go(null)
      show(null)
    }
  }
}
