import type { TurnAnswer } from '@turnwise/schema'
import type { Entry } from '../ports/stored-conversation.ts'
import { renderState } from '../workflow/render-state.ts'
import type { ConversationState } from '../workflow/state.ts'

/** Renders the answer to a turn from its entry and the state after it: the same for every repeat. */
export const renderAnswer = (
  conversationId: string,
  entry: Entry,
  state: ConversationState
): TurnAnswer => ({
  conversationId,
  messages: entry.messages.filter(({ role }) => role !== 'user'),
  workflowState: renderState(entry.workflow, state),
  extractedPayload:
    entry.parsed?.kind === 'structured' && entry.parsed.surface !== null
      ? {
          source: entry.parsed.surface,
          confidence: entry.parsed.trust,
          data: entry.parsed.data ?? {}
        }
      : null,
  latencyMs: entry.timings.total,
  timings: {
    agent: entry.timings.agent,
    store: entry.timings.store,
    parse: entry.timings.parse
  },
  turn: entry.turn,
  outcome: entry.outcome,
  seen: seenOf(entry)
})

/** What a client that has this entry has seen: its number and its hash. */
export const seenOf = (entry: { turn: number; hash: string }): string =>
  `${entry.turn}.${entry.hash}`
