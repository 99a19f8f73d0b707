import type { ParsedTurn } from '@turnwise/schema'
import type { AnyStateMachine, EventObject } from 'xstate'
import { z } from 'zod'
import { TurnwiseError } from '../errors.ts'
import { uncollectable } from './collectable.ts'
import { deepPartial } from './deep-partial.ts'
import type { EventType, KnownEvents, WorkflowDefinition } from './definition.ts'
import { type CheckedDefinition, definitionShape, later } from './definition-shape.ts'
import { machineFaults } from './machine/check-machine.ts'
import { stepFaults } from './machine/steps-of-machine.ts'
import { unwrapped } from './unwrapped.ts'
import { validate } from './validate.ts'
import type { Facts, Step, Workflow } from './workflow.ts'

/**
 * Declares a workflow: what data a conversation collects, and how it moves.
 *
 * Without a machine the agent drives: its `action` moves the workflow and its `data` is merged after
 * validation. With one it can only propose, and the machine decides.
 *
 * @throws TurnwiseError `ERR_WORKFLOW_INVALID` that names everything that is wrong, and every field
 *   that belongs to a capability which is not there yet
 */
export const defineWorkflow = <
  Data extends z.ZodObject = z.ZodObject,
  Machine extends AnyStateMachine = AnyStateMachine,
  Type extends string = EventType<Machine>
>(
  definition: WorkflowDefinition<Data, Machine, Type> & KnownEvents<Machine, Type>
): Workflow<Data> => {
  // Written in JavaScript, it may be anything.
  const given: Record<string, unknown> = { ...definition }
  const early = Object.keys(later)
    .filter(isLater)
    .filter(field => given[field] !== undefined)
  for (const field of Object.keys(later)) delete given[field]
  const checked = definitionShape.safeParse(given)
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
  return prepare<Data>(definition.data, checked.data)
}

const isLater = (field: string): field is keyof typeof later => Object.hasOwn(later, field)

/** What is well formed by itself and cannot be meant. */
const contradictions = (definition: CheckedDefinition): Issue[] => {
  const { data, append = [], machine } = definition
  const steps = stepsIn(definition)
  const ids = steps.map(({ id }) => id)
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) < index))
  const faults = machine === undefined ? [] : machineFaults(machine)
  return [
    ...(data === undefined ? [] : uncollectable(data)).map(({ path, expected, got }) =>
      issue(path, 'collectable', expected, got)
    ),
    ...[...repeated].map(id => issue('steps', 'unique', 'each step once', id)),
    ...append
      .filter(field => !(unwrapped(data?.shape[field]) instanceof z.ZodArray))
      .map(field => issue('append', 'declared', 'a list field of data', field)),
    ...faults.map(({ path, expected, got }) => issue(path, 'pure', expected, got)),
    // A machine that is no guard is not looked into any further.
    ...(faults.length > 0 ? [] : stepFaults(machine ?? null, steps, definition)).map(
      ({ path, expected, got }) => issue(path, 'step', expected, got)
    ),
    ...Object.keys(definition.migrate ?? {})
      .filter(from => Number(from) >= definition.version)
      .map(from => issue('migrate', 'older', `a version below ${definition.version}`, from))
  ]
}

const stepsIn = ({ steps = [] }: CheckedDefinition): Step[] =>
  steps.map(step => (typeof step === 'string' ? { id: step } : step))

const prepare = <Data extends z.ZodObject>(
  data: Data | undefined,
  definition: CheckedDefinition
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
    steps: stepsIn(definition),
    machine: definition.machine ?? null,
    signal: definition.signal ?? byAction,
    confirm: definition.confirm ?? false,
    deadlines: new Map(Object.entries(definition.deadlines ?? {})),
    migrate: new Map(
      Object.entries(definition.migrate ?? {}).map(([from, migrate]) => [Number(from), migrate])
    ),
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

/** The event of a workflow that says nothing else: what the agent would do next. */
const byAction = ({ nextAction }: ParsedTurn, _: Facts): EventObject | null =>
  nextAction === null ? null : { type: nextAction }

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
