import type { WorkflowState } from '@turnwise/schema'
import type { WorkflowReference } from '../ports/stored-conversation.ts'
import type { ConversationState } from './state.ts'

/** The part of a conversation's state that its owner sees. */
export const renderState = (
  workflow: Pick<WorkflowReference, 'id'>,
  state: ConversationState
): WorkflowState => ({
  workflowId: workflow.id,
  version: state.version,
  status: state.status,
  step: state.step,
  currentPhase: state.phase,
  path: state.path.map(visit => ({ ...visit })),
  allowed: state.allowed === null ? null : [...state.allowed],
  refused: state.refused,
  deadline: state.deadline,
  collectedData: state.data,
  provenance: state.provenance,
  contradictions: [...state.contradictions],
  missing: [...state.missing],
  progress: state.progress,
  progressEstimated: state.progressEstimated,
  turnCount: state.turnCount,
  lastRecommendation: state.lastRecommendation,
  mode: state.mode,
  suggestedInputs: state.suggestedInputs,
  result: state.result
})
