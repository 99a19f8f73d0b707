import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../connection/connection.ts'
import type { Conversations } from '../conversations/conversations.ts'
import type { Workflows } from '../conversations/workflows.ts'
import type { Session } from './session.ts'

/** What lives as long as the page. */
export type Page = {
  connection: Connection
  conversations: Conversations
  workflows: Workflows
  session: Session
}

export const PageContext = createContext<Page | null>(null)

export function usePage(): Page {
  const page = useContext(PageContext)
  if (page === null) throw new TypeError('there is no page around this')
  return page
}

/** Who speaks for the other side. */
export function useAgentName(): string {
  const { workflows } = usePage()
  const simulated = useStore(workflows, ({ list }) => list?.simulatedAgent ?? false)
  return simulated ? 'Simulated agent' : 'Agent'
}

export function useWorkflowTitle(workflowId: string | undefined): string {
  const { workflows } = usePage()
  const title = useStore(
    workflows,
    ({ list }) => list?.workflows.find(({ id }) => id === workflowId)?.title
  )
  return title ?? 'Conversation'
}
