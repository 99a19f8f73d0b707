import type { Message, TurnOutcome, WorkflowState } from '@turnwise/schema'
import type { WorkflowReference } from './stored-conversation.ts'

/** What somebody outside hears of a conversation. */
export type OutletEvent = {
  /** The same for every delivery of one event, so that its receiver can drop repeats. */
  id: string
  /** Every turn that has an entry is one event, and another one when it ends the conversation. */
  type: 'turn.committed' | 'conversation.completed'
  /** When the turn was committed. */
  at: string
  tenant: string
  user: string
  conversationId: string
  turn: number
  outcome: TurnOutcome
  workflow: WorkflowReference
  /** Where the conversation stands after the turn, with what it has collected. */
  workflowState: WorkflowState
  /** What was said in the turn, by both. */
  messages: readonly Message[]
}

/**
 * Where the events of conversations go, besides the people in them.
 *
 * Each event is delivered at least once, and those of a conversation in their order: the next one
 * waits until this one has been taken.
 */
export interface Outlet {
  readonly id: string
  /** Rejects when the event was not taken; it comes again, later and with the same id. */
  deliver(event: OutletEvent, signal: AbortSignal): Promise<void>
}
