import { validate } from './validate.ts'
import type { Workflow } from './workflow.ts'

/** Everything collected is not yet everything done: that is for `complete` to say. */
const mostWithoutCompletion = 0.95

/**
 * Estimates progress as the share of required fields that are filled as required, or of all fields
 * when none is required.
 *
 * @returns 0–0.95, or null when nothing is collected
 */
export const estimateProgress = (
  workflow: Workflow,
  data: Record<string, unknown>
): number | null => {
  if (workflow.data === null) return null
  const { shape } = workflow.data.full
  const fields = workflow.required.length > 0 ? workflow.required : Object.keys(shape)
  if (fields.length === 0) return null
  const filled = fields.filter(name => {
    const field = shape[name]
    return field !== undefined && Object.hasOwn(data, name) && validate(field, data[name]).success
  })
  return Math.min(filled.length / fields.length, mostWithoutCompletion)
}
