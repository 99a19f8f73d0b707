import { envelopeKeys } from '@turnwise/schema'
import { z } from 'zod'
import type { Workflow } from '../../workflow/workflow.ts'

type JsonSchema = Record<string, unknown>

const made = new WeakMap<Workflow, JsonSchema>()

/**
 * What the reader of text should look for: the fields of the workflow, in an envelope or bare.
 *
 * Only types. Whether a value counts is decided afterwards and for every surface alike, field by
 * field, so that one bad value does not hide the others.
 */
export const expectedData = (workflow: Workflow): JsonSchema => {
  const known = made.get(workflow)
  if (known !== undefined) return known
  const fields = workflow.data?.partial ?? z.object({})
  const anything = z.unknown().optional()
  const steering = Object.keys(envelopeKeys).map(name => [name, anything] as const)
  const schema = z.toJSONSchema(
    z.looseObject({
      ...Object.fromEntries(steering),
      ...fields.shape,
      data: fields.loose().optional()
    }),
    {
      io: 'input',
      unrepresentable: 'any',
      override({ jsonSchema }) {
        for (const bound of bounds) delete jsonSchema[bound]
      }
    }
  )
  made.set(workflow, schema)
  return schema
}

const bounds = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems'
] as const
