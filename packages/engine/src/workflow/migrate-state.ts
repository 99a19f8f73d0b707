import { z } from 'zod'
import { TurnwiseError } from '../errors.ts'
import { placeOf } from './judge.ts'
import { placed } from './machine/run-machine.ts'
import { arrive } from './move.ts'
import { estimateProgress } from './progress.ts'
import type { ConversationState, Provenance } from './state.ts'
import { validFields } from './valid-fields.ts'
import type { Workflow } from './workflow.ts'

const result = z.strictObject({
  step: z.string().min(1).max(200).optional(),
  data: z.record(z.string(), z.unknown())
})

/**
 * Moves the state of a conversation to the version of a workflow, if it is of another one.
 *
 * @param turn number of the entry that will tell of it
 * @throws TurnwiseError `ERR_WORKFLOW_UNAVAILABLE` when the migration fails or makes what the workflow
 *   does not allow; the conversation stays as it was
 */
export const migrateState = (
  workflow: Workflow,
  state: ConversationState,
  turn: number
): ConversationState => {
  if (state.version === workflow.version) return state
  try {
    return moved(workflow, state, turn)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new TurnwiseError(
      'ERR_WORKFLOW_UNAVAILABLE',
      `A conversation of workflow ${workflow.id} cannot be moved from version ${state.version} to ${workflow.version}: ${why}`,
      { cause: error }
    )
  }
}

const moved = (workflow: Workflow, state: ConversationState, turn: number): ConversationState => {
  const migrate = workflow.migrate.get(state.version)
  if (migrate === undefined) throw new RangeError('there is no migration')
  const made = result.parse(migrate(structuredClone({ step: state.step, data: state.data })))
  const step = made.step ?? state.step
  const { data, issues } = validFields(workflow, made.data)
  const unknown = Object.keys(made.data).filter(name => !Object.hasOwn(data, name))
  if (issues.length > 0 || unknown.length > 0) {
    const fields = [...unknown, ...issues.map(({ path }) => path.map(String).join('.'))]
    throw new RangeError(`the schema refuses ${[...new Set(fields)].join(', ')}`)
  }
  const place =
    workflow.machine === null
      ? { status: state.status, result: state.result, step, machine: null }
      : placeOf(workflow, placed(workflow.machine, step))
  const arrived = arrive(workflow, { ...state, step: '' }, place, null, {
    turn,
    cause: 'migration'
  })
  return {
    ...arrived,
    version: workflow.version,
    data,
    provenance: provenanceOf(state, data, turn),
    progress: estimateProgress(workflow, data),
    progressEstimated: workflow.data !== null,
    missing: [],
    refused: null,
    deadline: null,
    confirmation: null,
    openCards: []
  }
}

/** A field that was moved as it is keeps where it came from. */
const provenanceOf = (
  before: ConversationState,
  data: Record<string, unknown>,
  turn: number
): Record<string, Provenance> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const same = JSON.stringify(before.data[name]) === JSON.stringify(value)
      const known = same ? before.provenance[name] : undefined
      return [name, known ?? { origin: 'system', surface: null, turn }]
    })
  )
