import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { faultPlace, type Workflow } from '@turnwise/engine'

/** The workflows of a folder, or what is wrong with each file that has none. */
export type LoadedWorkflows =
  | { ok: true; workflows: readonly Workflow[] }
  | { ok: false; problems: readonly string[] }

const WORKFLOW_FILE = /^(?!.*\.(?:d|test)\.ts$).*\.ts$/

/**
 * Loads every workflow of a folder: each TypeScript file exports one by default.
 *
 * @returns every problem at once, each with the name of its file and, where it is known, the line
 */
export async function loadWorkflows(folder: string): Promise<LoadedWorkflows> {
  let names: string[]
  try {
    names = (await readdir(folder)).filter(name => WORKFLOW_FILE.test(name)).sort()
  } catch {
    return { ok: false, problems: [unusable(folder, 'it cannot be read')] }
  }
  const problems: string[] = []
  const workflows: Workflow[] = []
  for (const name of names) {
    const { href } = pathToFileURL(resolve(folder, name))
    try {
      const module: { default?: unknown } = await import(href)
      if (isWorkflow(module.default)) workflows.push(module.default)
      else problems.push(`${name}: its default export should be made by defineWorkflow`)
    } catch (error) {
      const place = faultPlace(error, href)
      const where = [name, place?.line, place?.column].filter(part => part != null).join(':')
      problems.push(`${where}: ${reason(error)}`)
    }
  }
  if (names.length === 0) problems.push(unusable(folder, 'there is none in it'))
  return problems.length === 0 ? { ok: true, workflows } : { ok: false, problems }
}

const unusable = (folder: string, why: string): string =>
  `WORKFLOWS should be a folder of workflow files, not ${JSON.stringify(folder)}: ${why}`

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A workflow may come from another copy of the engine, so it is known by what it has. */
function isWorkflow(value: unknown): value is Workflow {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'version' in value &&
    'required' in value
  )
}
