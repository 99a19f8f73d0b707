import { z } from 'zod'
import { TurnwiseError } from '../errors.ts'
import { uncollectable } from './collectable.ts'
import { collectedBy } from './collected-by.ts'
import type { Workflow } from './workflow.ts'

/**
 * The same workflow, collecting by another schema: to see what that would change before it is changed.
 *
 * @param schema a Zod object, or a JSON Schema of an object
 * @throws TurnwiseError `ERR_WORKFLOW_INVALID` when nothing can be collected by it
 */
export const withSchema = (workflow: Workflow, schema: unknown): Workflow => {
  const data = schema instanceof z.ZodObject ? schema : fromJsonSchema(schema)
  const faults = data === null ? [] : uncollectable(data)
  if (data === null || faults.length > 0) {
    const wrong = faults.map(({ path, expected, got }) => `${path}: ${expected}, not ${got}`)
    const why = wrong.length > 0 ? wrong.join('; ') : 'it should describe an object'
    throw new TurnwiseError(
      'ERR_WORKFLOW_INVALID',
      `Nothing can be collected by the schema: ${why}`
    )
  }
  return { ...workflow, ...collectedBy(data) }
}

const fromJsonSchema = (schema: unknown): z.ZodObject | null => {
  try {
    const made = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
    return made instanceof z.ZodObject ? made : null
  } catch {
    return null
  }
}
