import { type NextAction, nextAction } from '@turnwise/schema'
import type { Workflow } from '../workflow/define-workflow.ts'
import type { ConversationState } from '../workflow/state.ts'
import { validate } from '../workflow/validate.ts'

/** What the agent may say comes next: `complete` only when everything required is there. */
export const nextActions = (
  { data }: Workflow,
  state: ConversationState
): readonly NextAction[] => {
  const ready = data === null || validate(data.full, state.data).success
  return nextAction.options.filter(action => ready || action !== 'complete')
}
