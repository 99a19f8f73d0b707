import type { Workflow } from './define-workflow.ts'

/** Share of the required fields that are filled, or of all when none is required; null without data. */
export const estimateProgress = (
  workflow: Workflow,
  data: Record<string, unknown>
): number | null => {
  if (workflow.data === null) return null
  const fields =
    workflow.required.length > 0 ? workflow.required : Object.keys(workflow.data.full.shape)
  if (fields.length === 0) return null
  const filled = fields.filter(field => Object.hasOwn(data, field)).length
  // Everything collected is not yet everything done: that is for `complete` to say.
  return Math.min(filled / fields.length, 0.95)
}
