import { CARD_ACTIONS, type CardActionName } from '@turnwise/schema'
import type { AnyStateMachine } from 'xstate'
import { z } from 'zod'
import {
  type ContextDefinition,
  contextDefinition,
  type WorkflowContextSettings
} from '../context/context-settings.ts'
import { TurnwiseError } from '../errors.ts'
import type { WaitingPolicy } from '../ports/store.ts'
import { uncollectable } from './collectable.ts'
import { deepPartial } from './deep-partial.ts'
import { unwrapped } from './unwrapped.ts'
import { validate } from './validate.ts'

/** A named place of a workflow; `phase` is what people read, `progress` is reached on arrival, 0–1. */
export type Step = { id: string; phase?: string; progress?: number }

/** Names of the fields that are lists. */
type ListField<Data extends z.ZodObject> = {
  [Name in keyof z.output<Data> & string]: NonNullable<
    z.output<Data>[Name]
  > extends readonly unknown[]
    ? Name
    : never
}[keyof z.output<Data> & string]

/** A workflow as its author writes it. */
export type WorkflowDefinition<Data extends z.ZodObject> = {
  /** Stable name in addresses and records: small letters, digits and dashes. */
  id: string
  /** Rises when the meaning changes; a conversation keeps the version it was started with. */
  version: number
  title: string
  /** What is collected. Without it nothing is: the agent's words are shown as they are written. */
  data?: Data
  steps?: readonly (string | Step)[]
  context?: ContextDefinition
  /** A message to a completed conversation opens it again instead of being refused. */
  reopen?: boolean
  /** List fields to which a turn adds instead of replacing them. */
  append?: readonly ListField<Data>[]
  /** What happens to a message that arrives while another is being answered. Default `queue`. */
  waiting?: WaitingPolicy
  surfaces?: {
    /** Entity types that may carry data; all but the protocol's own when absent. */
    entities?: readonly string[]
  }
  cards?: {
    /** Kinds of card action this workflow lets through, of those the server allows. */
    allow?: readonly CardActionName[]
  }

  /** How often the agent is asked to put right an answer that does not fit; default 1. */
  reask?: 0 | 1 | 2
  /**
   * After three turns in a row whose data could not be used: `passthrough`, the default, goes on in
   * words until an answer can be used again; `error` ends the conversation.
   */
  onParseErrors?: 'passthrough' | 'error'

  // Named now so that the signature stays; each is refused until its capability is there.
  machine?: AnyStateMachine
  signal?: (parsed: never) => unknown
  confirm?: boolean
  deadlines?: Record<string, number>
  migrate?: Record<number, (state: never) => unknown>
  onTurn?: (turn: never) => void
  onComplete?: (data: z.output<Data>) => void
}

/** A checked workflow, ready for the engine. */
export type Workflow<Data extends z.ZodObject = z.ZodObject> = {
  readonly id: string
  readonly version: number
  readonly title: string
  /** What `complete` requires, and what every turn may bring a part of; null collects nothing. */
  readonly data: { readonly full: Data; readonly partial: z.ZodObject } | null
  readonly required: readonly string[]
  readonly steps: readonly Step[]
  readonly context: WorkflowContextSettings
  readonly reopen: boolean
  readonly append: ReadonlySet<string>
  readonly waiting: WaitingPolicy
  readonly entityTypes: ReadonlySet<string> | null
  readonly cardActions: readonly CardActionName[] | null
  readonly reask: 0 | 1 | 2
  readonly onParseErrors: 'passthrough' | 'error'
}

const later = {
  machine: 'guarded workflows',
  signal: 'guarded workflows',
  confirm: 'confirmation by card before completion',
  deadlines: 'deadlines',
  migrate: 'migrations between versions',
  onTurn: 'the outlet',
  onComplete: 'the outlet'
} as const

const shape = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,99}$/, 'small letters, digits and dashes'),
  version: z.number().int().min(1),
  title: z.string().min(1).max(200),
  data: z.custom<z.ZodObject>(isObjectSchema, 'a z.object({ … })').optional(),
  steps: z
    .array(
      z.union([
        z.string().min(1).max(200),
        z.strictObject({
          id: z.string().min(1).max(200),
          phase: z.string().min(1).max(200).optional(),
          progress: z.number().min(0).max(1).optional()
        })
      ])
    )
    .max(100)
    .optional(),
  context: contextDefinition.optional(),
  reopen: z.boolean().optional(),
  append: z.array(z.string()).max(100).optional(),
  waiting: z.enum(['queue', 'reject', 'interrupt']).optional(),
  surfaces: z.strictObject({ entities: z.array(z.string()).max(100).optional() }).optional(),
  reask: z.union([z.literal(0), z.literal(1), z.literal(2)]).optional(),
  onParseErrors: z.enum(['passthrough', 'error']).optional(),
  cards: z
    .strictObject({
      allow: z.array(z.enum(CARD_ACTIONS)).optional()
    })
    .optional()
})

/**
 * Declares a workflow: what data a conversation collects, and how it moves.
 *
 * The agent drives: its `action` moves the workflow and its `data` is merged after validation.
 *
 * @throws TurnwiseError `ERR_WORKFLOW_INVALID` that names everything that is wrong, and every field
 *   that belongs to a capability which is not there yet
 */
export const defineWorkflow = <Data extends z.ZodObject = z.ZodObject>(
  definition: WorkflowDefinition<Data>
): Workflow<Data> => {
  // Written in JavaScript, it may be anything.
  const given: Record<string, unknown> = { ...definition }
  const early = Object.keys(later)
    .filter(isLater)
    .filter(field => given[field] !== undefined)
  for (const field of Object.keys(later)) delete given[field]
  const checked = shape.safeParse(given)
  const issues = [
    ...early.map(field =>
      issue(field, 'later', `nothing yet, it belongs to a later version (${later[field]})`, field)
    ),
    ...(checked.success
      ? contradictions(checked.data)
      : checked.error.issues.map(({ path, code, message }) =>
          issue(path.join('.') || 'definition', code, message, '')
        ))
  ]
  if (!checked.success || issues.length > 0) throw invalid(given.id, issues)
  return prepare(definition, checked.data)
}

const isLater = (field: string): field is keyof typeof later => Object.hasOwn(later, field)

type Checked = z.output<typeof shape>

/** What is well formed by itself and cannot be meant. */
const contradictions = ({ data, steps = [], append = [] }: Checked): Issue[] => {
  const ids = steps.map(step => (typeof step === 'string' ? step : step.id))
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) < index))
  return [
    ...(data === undefined ? [] : uncollectable(data)).map(({ path, expected, got }) =>
      issue(path, 'collectable', expected, got)
    ),
    ...[...repeated].map(id => issue('steps', 'unique', 'each step once', id)),
    ...append
      .filter(field => !(unwrapped(data?.shape[field]) instanceof z.ZodArray))
      .map(field => issue('append', 'declared', 'a list field of data', field))
  ]
}

const prepare = <Data extends z.ZodObject>(
  { data }: WorkflowDefinition<Data>,
  definition: Checked
): Workflow<Data> => {
  const { context = {} } = definition
  const fields: [string, z.ZodType][] = Object.entries(data?.shape ?? {})
  return {
    id: definition.id,
    version: definition.version,
    title: definition.title,
    data: data === undefined ? null : { full: data, partial: deepPartial(data) },
    required: fields
      .filter(([, field]) => !validate(field, undefined).success)
      .map(([name]) => name),
    steps: (definition.steps ?? []).map(step => (typeof step === 'string' ? { id: step } : step)),
    context: { ...context, constraints: context.constraints ?? [] },
    reopen: definition.reopen ?? false,
    append: new Set(definition.append),
    waiting: definition.waiting ?? 'queue',
    entityTypes: definition.surfaces?.entities ? new Set(definition.surfaces.entities) : null,
    cardActions: definition.cards?.allow ?? null,
    reask: definition.reask ?? 1,
    onParseErrors: definition.onParseErrors ?? 'passthrough'
  }
}

function isObjectSchema(value: unknown): boolean {
  return value instanceof z.ZodObject
}

type Issue = { path: string; rule: string; expected: string; got: string }

const issue = (path: string, rule: string, expected: string, got: string): Issue => ({
  path,
  rule,
  expected,
  got
})

const invalid = (id: unknown, issues: readonly Issue[]): TurnwiseError => {
  const name = typeof id === 'string' ? JSON.stringify(id.slice(0, 100)) : '(no id)'
  const wrong = issues.map(({ path, expected, got }) =>
    got === '' || got === path ? `${path}: ${expected}` : `${path}: ${expected}, not ${got}`
  )
  return new TurnwiseError(
    'ERR_WORKFLOW_INVALID',
    `Workflow ${name} is not valid: ${wrong.join('; ')}`,
    {
      details: { issues }
    }
  )
}
