import { TurnwiseError } from '../errors.ts'
import type { WorkflowReference } from '../ports/stored-conversation.ts'
import type { Workflow } from './workflow.ts'

/** The newest version of each workflow: the one that a new conversation gets. */
export const newest = (workflows: readonly Workflow[]): ReadonlyMap<string, Workflow> => {
  const known = new Set(workflows.map(({ id, version }) => `${id} ${version}`))
  if (known.size < workflows.length)
    throw new TurnwiseError('ERR_WORKFLOW_INVALID', 'Two workflows have the same id and version.')
  const rising = workflows.toSorted((one, other) => one.version - other.version)
  return new Map(rising.map(workflow => [workflow.id, workflow]))
}

/** The very version of a workflow, else the newest one that takes over from it. */
export const workflowFor = (
  workflows: readonly Workflow[]
): ((reference: WorkflowReference) => Workflow | null) => {
  const falling = workflows.toSorted((one, other) => other.version - one.version)
  const versions = Map.groupBy(falling, ({ id }) => id)
  return ({ id, version }) => {
    const known = versions.get(id) ?? []
    return (
      known.find(workflow => workflow.version === version) ??
      known.find(({ migrate }) => migrate.has(version)) ??
      null
    )
  }
}

/** Nobody here offers it. */
export const unknownWorkflow = (id: string): TurnwiseError =>
  new TurnwiseError('ERR_WORKFLOW_UNKNOWN', `There is no workflow ${JSON.stringify(id)}.`)
