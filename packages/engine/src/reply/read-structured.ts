import { type Envelope, envelopeKeys, type NextAction } from '@turnwise/schema'
import { isRecord } from '../workflow/plain-json.ts'
import { type FieldIssue, validFields } from '../workflow/valid-fields.ts'
import { validate } from '../workflow/validate.ts'
import type { Workflow } from '../workflow/workflow.ts'
import { type Problem, problem } from './problem.ts'

/** An object that says something to the workflow. */
export type Structured = {
  envelope: Partial<Envelope>
  /** Validated against the deep-partial of the workflow's data; null when it brought none. */
  data: Record<string, unknown> | null
  action: NextAction | null
  /** What was left out of it. */
  problems: readonly Problem[]
}

/**
 * Reads an object as an envelope, or else as bare data of the workflow.
 *
 * An envelope counts with one valid key of its own; its invalid keys and invalid fields of its data
 * are left out and reported. Bare data must be valid as a whole and have a declared field.
 *
 * @returns the problems alone when it is neither
 */
export const readStructured = (
  value: unknown,
  workflow: Workflow
): Structured | { problems: readonly Problem[] } => {
  if (!isRecord(value)) return { problems: [problem([], 'type', 'an object', value)] }
  const { envelope, fields, problems } = splitEnvelope(value, workflow)
  if (Object.keys(envelope).length > 0) return asEnvelope(envelope, fields, problems, workflow)
  const bare = validFields(workflow, fields)
  if (bare.issues.length === 0 && Object.keys(bare.data).length > 0)
    return { envelope: {}, data: bare.data, action: null, problems }
  return { problems: [...problems, ...fieldProblems(bare.issues, []), neither(value, bare.issues)] }
}

/** Tells the keys that steer from everything else, and the invalid ones of them. */
const splitEnvelope = (
  value: Record<string, unknown>,
  workflow: Workflow
): { envelope: Partial<Envelope>; fields: Record<string, unknown>; problems: Problem[] } => {
  const valid: [string, unknown][] = []
  const fields: [string, unknown][] = []
  const problems: Problem[] = []
  // Beside `data`, what is called like an envelope key is one; without it, it may be a field.
  const enveloped = isRecord(value.data)
  for (const [name, given] of Object.entries(value)) {
    const schema = Object.hasOwn(envelopeKeys, name)
      ? envelopeKeys[name as keyof typeof envelopeKeys]
      : null
    if (schema === null || (!enveloped && isField(name, given, workflow)))
      fields.push([name, given])
    else if (given !== null) {
      const checked = validate(schema, given)
      if (checked.success) valid.push([name, checked.data])
      else problems.push(problem([name], 'envelope', checked.issues[0]?.message ?? name, given))
    }
  }
  return { envelope: Object.fromEntries(valid), fields: Object.fromEntries(fields), problems }
}

const isField = (name: string, given: unknown, workflow: Workflow): boolean => {
  const shape = workflow.data?.partial.shape ?? {}
  const field = Object.hasOwn(shape, name) ? shape[name] : undefined
  return field !== undefined && validate(field, given).success
}

/** Data stands in `data`; agents that forget the envelope's depth put fields beside it. */
const asEnvelope = (
  envelope: Partial<Envelope>,
  fields: Record<string, unknown>,
  problems: readonly Problem[],
  workflow: Workflow
): Structured => {
  const beside = validFields(workflow, fields)
  const inside = validFields(workflow, envelope.data ?? {})
  const declared = { ...beside.data, ...inside.data }
  const collected = Object.keys(declared).length > 0 ? declared : null
  return {
    envelope,
    data: workflow.data === null ? (envelope.data ?? null) : collected,
    action: envelope.action ?? null,
    problems: [
      ...problems,
      ...fieldProblems(beside.issues, []),
      ...fieldProblems(inside.issues, ['data'])
    ]
  }
}

const mostFieldProblems = 20

const fieldProblems = (
  issues: readonly FieldIssue[],
  inside: readonly PropertyKey[]
): readonly Problem[] =>
  issues
    .slice(0, mostFieldProblems)
    .map(({ path, message, got }) => problem([...inside, ...path], 'schema', message, got))

const neither = (value: Record<string, unknown>, issues: readonly FieldIssue[]): Problem => {
  if (Object.keys(value).length === 0) return problem([], 'empty', 'something said', value)
  return issues.length > 0
    ? problem([], 'bare', 'data that is valid as a whole', value)
    : problem([], 'declared', 'an envelope or a declared field', value)
}
