import type { WorkflowList } from '@turnwise/schema'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Connection } from '../connection/connection.ts'

/** What can be started; null until it is known. */
export type Workflows = StoreApi<{ list: WorkflowList | null; failed: boolean }> & {
  read: () => Promise<void>
}

export function createWorkflows({ client, reachability }: Connection): Workflows {
  const store = createStore<{ list: WorkflowList | null; failed: boolean }>(() => ({
    list: null,
    failed: false
  }))
  const read = async (): Promise<void> => {
    try {
      store.setState({ list: await client.workflows(), failed: false })
    } catch {
      store.setState({ failed: true })
    }
  }
  reachability.subscribe(({ reachable }) => {
    if (reachable && store.getState().list === null) void read()
  })
  void read()
  return { ...store, read }
}
