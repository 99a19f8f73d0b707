import type { OutletEvent } from '../ports/outlet.ts'
import type { Address, Entry } from '../ports/stored-conversation.ts'
import { renderState } from '../workflow/render-state.ts'
import type { ConversationState } from '../workflow/state.ts'

/** What there is to tell of an entry, by the states before and after it. */
export const eventsOf = (
  address: Address,
  entry: Entry,
  before: ConversationState | null,
  after: ConversationState
): readonly OutletEvent[] => {
  const told = (type: OutletEvent['type']): OutletEvent => ({
    id: `${entry.tid}.${type}`,
    type,
    at: entry.at,
    tenant: address.tenant,
    user: address.user,
    conversationId: address.conversation,
    turn: entry.turn,
    outcome: entry.outcome,
    workflow: entry.workflow,
    workflowState: renderState(entry.workflow, after),
    messages: entry.messages
  })
  const ended = after.status === 'completed' && before?.status !== 'completed'
  return [told('turn.committed'), ...(ended ? [told('conversation.completed')] : [])]
}
