import type { ConversationView, TurnAnswer, WorkflowState } from '@turnwise/schema'

/** Collected data of nobody knows which workflow. */
export type AnyData = Record<string, unknown>

type StateOf<Data> = Omit<WorkflowState, 'collectedData'> & { collectedData: Data }

/** An answer of a workflow whose collected data is known. */
export type AnswerOf<Data> = Omit<TurnAnswer, 'workflowState'> & { workflowState: StateOf<Data> }

/** A conversation of a workflow whose collected data is known. */
export type ViewOf<Data> = Omit<ConversationView, 'workflowState'> & {
  workflowState: StateOf<Data>
}
