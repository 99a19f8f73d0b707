import { type Workflow, workflowPrompt } from '@turnwise/engine'
import type { Command } from 'commander'
import { workflowCheckCommand } from './check.ts'
import { findWorkflow } from './load-workflow.ts'
import { workflowSimulateCommand } from './simulate.ts'

/** Spawned, never imported: nothing stands above the server. */
const SERVER = '@turnwise/server'

/** Adds `turnwise workflow …` to the program. */
export function addWorkflowCommands(program: Command): void {
  const workflow = program.command('workflow').description('workflows: check, play, instruct')
  const folder = process.env.WORKFLOWS ?? 'workflows'

  workflow
    .command('check')
    .description(
      'check workflow files and print their graphs as Mermaid; exits with 0 (valid), 1 (not) or 2 (usage)'
    )
    .argument('<files...>', 'TypeScript files that export a workflow by default')
    .option('--no-types', 'do not ask the TypeScript compiler')
    .action(async (files: string[], { types }: { types: boolean }) => {
      const { stdout: output, stderr: errors } = process
      process.exitCode = await workflowCheckCommand({ files, types, output, errors })
    })

  workflow
    .command('simulate')
    .description('play a workflow against the simulated agent, in the terminal')
    .argument('<file|id>', 'a workflow file, or the id of a workflow in the folder WORKFLOWS')
    .action(async (fileOrId: string) => {
      process.exitCode = await workflowSimulateCommand({
        fileOrId,
        folder,
        server: import.meta.resolve(SERVER),
        input: process.stdin,
        output: process.stdout,
        colour: !process.env.NO_COLOR
      })
    })

  workflow
    .command('prompt')
    .description('print what to put into the instructions of the agent')
    .argument('<file|id>', 'a workflow file, or the id of a workflow in the folder WORKFLOWS')
    .action(async (fileOrId: string) => {
      const found = await findWorkflow(fileOrId, folder)
      process.exitCode = found.ok ? print(found.workflow) : complain(found.problem)
    })
}

function print(workflow: Workflow): number {
  process.stdout.write(`${workflowPrompt(workflow)}\n`)
  return 0
}

function complain(problem: string): number {
  process.stderr.write(`${problem}\n`)
  return 1
}
