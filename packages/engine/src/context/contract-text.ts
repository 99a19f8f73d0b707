import { envelope, nextAction } from '@turnwise/schema'
import { z } from 'zod'
import type { Workflow } from '../workflow/workflow.ts'

/**
 * Says how an agent has to answer so that a workflow understands it: the envelope, and the workflow's
 * own data as JSON Schema.
 */
export const contractText = ({ data }: Workflow): string =>
  [
    'Answer with one JSON object and nothing around it. Leave out what you do not know.',
    `"action": what happens next, one of ${nextAction.options.join(', ')}.`,
    '"prompt": the words for the user.',
    ...(data === null ? [] : [`"data": what you have learnt so far, ${schemaText(data.partial)}`]),
    '"confidence": how sure you are, 0 to 1.',
    `Also possible: ${also.map(name => `"${name}"`).join(', ')}.`
  ].join('\n')

const said = ['action', 'prompt', 'data', 'confidence']
const also = Object.keys(envelope.shape).filter(name => !said.includes(name))

const schemaText = (schema: z.ZodType): string => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return `by this JSON Schema: ${JSON.stringify(rest)}`
}
