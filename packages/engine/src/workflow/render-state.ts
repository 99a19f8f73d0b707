import type { WorkflowState } from '@turnwise/schema'
import type { WorkflowReference } from '../ports/stored-conversation.ts'
import type { ConversationState } from './state.ts'

/** The part of a conversation's state that its owner sees. */
export const renderState = (
  workflow: WorkflowReference,
  state: ConversationState
): WorkflowState => ({
  workflowId: workflow.id,
  version: workflow.version,
  status: state.status,
  step: state.step,
  currentPhase: state.phase,
  collectedData: state.data,
  progress: state.progress,
  progressEstimated: state.progressEstimated,
  turnCount: state.turnCount,
  lastRecommendation: state.lastRecommendation,
  mode: state.mode,
  suggestedInputs: state.suggestedInputs,
  result: state.result
})
