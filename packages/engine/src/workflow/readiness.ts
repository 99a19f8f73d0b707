import type { ConversationState } from './state.ts'
import { validate } from './validate.ts'
import type { Facts, Workflow } from './workflow.ts'

/** What is required and missing or not valid, each as a path such as `stops.0.city`. */
export const missingIn = (workflow: Workflow, data: Record<string, unknown>): readonly string[] => {
  const checked = workflow.data === null ? null : validate(workflow.data.full, data)
  if (checked === null || checked.success) return []
  return [...new Set(checked.issues.map(({ path }) => path.map(String).join('.')))]
}

/** What every event of a machine is judged by. */
export const factsOf = (
  workflow: Workflow,
  { data, confirmation }: Pick<ConversationState, 'data' | 'confirmation'>
): Facts => ({
  data,
  ready: missingIn(workflow, data).length === 0,
  confirmed: confirmation?.given ?? false
})
