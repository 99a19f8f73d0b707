import type { TurnEvent } from '../ports/store.ts'
import type { Entry } from '../ports/stored-conversation.ts'
import type { ConversationState } from '../workflow/state.ts'
import { renderAnswer } from './render.ts'

/** What live readers are told of a turn that becomes history: what was said, what it led to, its end. */
export const announcement = (
  conversationId: string,
  entry: Entry,
  state: ConversationState
): readonly TurnEvent[] => {
  const { turn, failure } = entry
  const answer = renderAnswer(conversationId, entry, state)
  const { messages, workflowState } = answer
  return [
    ...messages.map(message => ({ event: 'message' as const, data: { turn, message } })),
    { event: 'state', data: { turn, workflowState } },
    failure === null
      ? { event: 'turn-committed', data: answer }
      : { event: 'turn-failed', data: { turn, failure, retryable: false } }
  ]
}
