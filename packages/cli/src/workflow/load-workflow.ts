import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { faultPlace, type Workflow } from '@turnwise/engine'

/** A workflow and the file it stands in, or what is wrong with it. */
export type LoadedWorkflow =
  | { ok: true; workflow: Workflow; file: string }
  | { ok: false; problem: string }

const WORKFLOW_FILE = /^(?!.*\.(?:d|test)\.ts$).*\.ts$/

/**
 * Loads a workflow from a file.
 *
 * A module is run, as every import is: load only what you would run.
 *
 * @returns the reason with file and line when there is none
 */
export async function loadWorkflow(file: string): Promise<LoadedWorkflow> {
  const { href } = pathToFileURL(resolve(file))
  try {
    const module: { default?: unknown } = await import(href)
    return isWorkflow(module.default)
      ? { ok: true, workflow: module.default, file }
      : { ok: false, problem: `${file}: its default export should be made by defineWorkflow` }
  } catch (error) {
    const place = faultPlace(error, href)
    const where = [file, place?.line, place?.column].filter(part => part != null).join(':')
    return { ok: false, problem: `${where}: ${messageOf(error)}` }
  }
}

/** Loads a workflow by the path of its file, or by its id from a folder of workflow files. */
export async function findWorkflow(fileOrId: string, folder: string): Promise<LoadedWorkflow> {
  if (await isFile(fileOrId)) return loadWorkflow(fileOrId)
  const names = await readdir(folder).catch((): string[] => [])
  for (const name of names.filter(one => WORKFLOW_FILE.test(one)).sort()) {
    const loaded = await loadWorkflow(join(folder, name))
    if (loaded.ok && loaded.workflow.id === fileOrId) return loaded
  }
  return {
    ok: false,
    problem: `${fileOrId} is neither a file nor a workflow of ${JSON.stringify(folder)}`
  }
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isFile(),
    () => false
  )

/** A workflow may come from another copy of the engine, so it is known by what it has. */
const isWorkflow = (value: unknown): value is Workflow =>
  typeof value === 'object' && value !== null && 'required' in value && 'signal' in value

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
