import { nextAction } from '@turnwise/schema'
import { allowedActions } from '../workflow/allowed-actions.ts'
import { factsOf } from '../workflow/readiness.ts'
import type { ConversationState } from '../workflow/state.ts'
import type { Workflow } from '../workflow/workflow.ts'

/**
 * What the agent may say comes next: what a machine would take, and without one everything, but
 * `complete` only when everything required is there.
 */
export const nextActions = (workflow: Workflow, state: ConversationState): readonly string[] => {
  const allowed = allowedActions(workflow, state)
  if (allowed !== null) return allowed
  const { ready } = factsOf(workflow, state)
  return nextAction.options.filter(action => ready || action !== 'complete')
}
