import type { Writable } from 'node:stream'
import { type Workflow, workflowGraph } from '@turnwise/engine'
import { typeProblems } from './check-types.ts'
import { loadWorkflow } from './load-workflow.ts'
import { mermaidLines } from './mermaid.ts'

export type WorkflowCheckCommand = {
  files: readonly string[]
  /** Asks the TypeScript compiler as well, where there is one. */
  types: boolean
  output: Writable
  errors: Writable
}

/**
 * Runs `turnwise workflow check`: types, the definition, the steps, and the graph as Mermaid.
 *
 * @returns the exit code: 0 when every file holds a workflow, 1 when one does not
 */
export async function workflowCheckCommand(command: WorkflowCheckCommand): Promise<number> {
  let wrong = 0
  for (const file of command.files) wrong += await checkFile(file, command)
  return wrong === 0 ? 0 : 1
}

async function checkFile(
  file: string,
  { types, output, errors }: WorkflowCheckCommand
): Promise<number> {
  const tell = (stream: Writable, lines: readonly string[]): void => {
    for (const line of lines) stream.write(`${line}\n`)
  }
  const [loaded, mistyped] = await Promise.all([
    loadWorkflow(file),
    types ? typeProblems(file) : []
  ])
  const problems = [...(loaded.ok ? [] : [loaded.problem]), ...(mistyped ?? [])]
  tell(errors, problems)
  if (!loaded.ok || problems.length > 0) return problems.length
  const graph = workflowGraph(loaded.workflow)
  tell(output, [
    ...factLines(loaded.workflow, file),
    '',
    '```mermaid',
    ...mermaidLines(graph),
    '```'
  ])
  const notes = [
    ...graph.unreachable.map(step => `${file}: no way leads to the step ${step}`),
    ...(mistyped === null
      ? [`${file}: its types were not checked, TypeScript is not installed`]
      : [])
  ]
  tell(errors, notes)
  return graph.unreachable.length
}

const factLines = (workflow: Workflow, file: string): string[] => [
  `${file}: workflow ${workflow.id}, version ${workflow.version}, ${workflow.machine === null ? 'driven by the agent' : 'guarded by a machine'}`,
  `collects ${Object.keys(workflow.data?.full.shape ?? {}).join(', ') || 'nothing'}`,
  ...(workflow.required.length === 0 ? [] : [`requires ${workflow.required.join(', ')}`])
]
