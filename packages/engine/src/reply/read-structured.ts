import {
  type Envelope,
  envelopeKeys,
  type NextAction,
  type ParseProblem,
  type Surface
} from '@turnwise/schema'
import type { z } from 'zod'
import type { Workflow } from '../workflow/define-workflow.ts'
import { isRecord } from './activity.ts'

/** An object that says something to the workflow. */
export type Structured = {
  envelope: Partial<Envelope>
  /** Validated against the deep-partial of the workflow's data; null when it brought none. */
  data: Record<string, unknown> | null
  action: NextAction | null
  /** What was left out of it. */
  problems: readonly Problem[]
}

type Problem = Omit<ParseProblem, 'surface' | 'activity'>

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
  workflow: Workflow,
  surface: Surface
): Structured | { problems: readonly Problem[] } => {
  if (!isRecord(value)) return { problems: [issue('', 'type', 'an object', kindOf(value))] }
  const { envelope, problems } = readEnvelope(value, workflow, surface)
  if (Object.keys(envelope).length > 0) return asEnvelope(value, envelope, problems, workflow)
  const bare = readBare(value, workflow)
  return 'data' in bare
    ? { envelope: {}, data: bare.data, action: null, problems }
    : { problems: [...problems, ...bare.problems] }
}

const readEnvelope = (
  value: Record<string, unknown>,
  workflow: Workflow,
  surface: Surface
): { envelope: Partial<Envelope>; problems: Problem[] } => {
  const valid = new Map<string, unknown>()
  const problems: Problem[] = []
  for (const [key, schema] of Object.entries(envelopeKeys)) {
    if (!Object.hasOwn(value, key) || value[key] === null) continue
    if (isDataField(key, value[key], workflow)) continue
    const checked = check(schema, value[key])
    if (checked.success) valid.set(key, checked.data)
    else problems.push(issue(`/${key}`, 'envelope', checked.issues[0]?.message ?? key, value[key]))
  }
  // What a button would send is not what the agent says: its action counts only inside a whole envelope.
  const spoken = valid.has('prompt') || valid.has('data')
  if (surface === 'card' && !spoken) valid.clear()
  // Without a contract for the data, text is the agent's own words unless it clearly steers.
  if (surface === 'text' && workflow.data === null && !valid.has('action') && !valid.has('prompt'))
    valid.clear()
  return { envelope: Object.fromEntries(valid), problems }
}

/** A workflow may declare a field whose name is also an envelope key; a value that fits it is data. */
const isDataField = (key: string, value: unknown, workflow: Workflow): boolean => {
  const field = workflow.data?.partial.shape[key]
  return key !== 'data' && field !== undefined && check(field as z.ZodType, value).success
}

const asEnvelope = (
  value: Record<string, unknown>,
  envelope: Partial<Envelope>,
  problems: readonly Problem[],
  workflow: Workflow
): Structured => {
  const beside = Object.fromEntries(
    Object.entries(value).filter(([key]) => !Object.hasOwn(envelope, key))
  )
  const inside = envelope.data ?? {}
  const read = readFields({ ...beside, ...inside }, workflow)
  const unknownData = workflow.data === null && envelope.data !== undefined
  return {
    envelope,
    data: unknownData ? inside : Object.keys(read.data).length > 0 ? read.data : null,
    action: envelope.action ?? null,
    problems: [...problems, ...read.problems]
  }
}

/** Keeps each declared field that is valid by itself. */
const readFields = (
  value: Record<string, unknown>,
  workflow: Workflow
): { data: Record<string, unknown>; problems: Problem[] } => {
  const data = new Map<string, unknown>()
  const problems: Problem[] = []
  for (const [name, field] of Object.entries(workflow.data?.partial.shape ?? {})) {
    if (!Object.hasOwn(value, name)) continue
    const checked = check(field as z.ZodType, value[name])
    if (!checked.success)
      problems.push(
        issue(`/data/${name}`, 'schema', checked.issues[0]?.message ?? name, value[name])
      )
    else if (checked.data !== undefined) data.set(name, checked.data)
  }
  return { data: Object.fromEntries(data), problems }
}

const readBare = (
  value: Record<string, unknown>,
  workflow: Workflow
): { data: Record<string, unknown> } | { problems: Problem[] } => {
  if (workflow.data === null)
    return { problems: [issue('', 'envelope', 'an envelope', kindOf(value))] }
  const checked = check(workflow.data.partial, value)
  if (!checked.success)
    return {
      problems: checked.issues
        .slice(0, 20)
        .map(({ path, message }) =>
          issue(path.map(key => `/${String(key)}`).join(''), 'schema', message, at(value, path))
        )
    }
  const fields = Object.entries(checked.data as object).filter(([, field]) => field !== undefined)
  return fields.length > 0
    ? { data: Object.fromEntries(fields) }
    : { problems: [issue('', 'declared', 'at least one declared field', kindOf(value))] }
}

type Issues = readonly { path: readonly PropertyKey[]; message: string }[]

/** Validates; a validator that throws or wants to wait has refused the value. */
const check = (
  schema: z.ZodType,
  value: unknown
): { success: true; data: unknown } | { success: false; issues: Issues } => {
  try {
    const checked = schema.safeParse(value)
    return checked.success
      ? { success: true, data: checked.data }
      : { success: false, issues: checked.error.issues }
  } catch {
    return { success: false, issues: [{ path: [], message: 'a value its validator can judge' }] }
  }
}

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined,
    value
  )

const kindOf = (value: unknown): string => {
  if (isRecord(value))
    return `an object with ${Object.keys(value).slice(0, 5).join(', ') || 'no keys'}`
  if (Array.isArray(value)) return 'a list'
  return value === null ? 'null' : typeof value
}

const issue = (path: string, rule: string, expected: string, got: unknown): Problem => ({
  path,
  rule,
  expected: expected.slice(0, 200),
  got: (typeof got === 'string' ? got : (JSON.stringify(got) ?? 'nothing')).slice(0, 80)
})
