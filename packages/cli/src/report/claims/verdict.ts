import { lstat, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ChangedFiles, nameKey } from './changed-files.ts'
import type { ClaimVerdict } from './claim-check.ts'

// No system takes a longer one, and a report may be made of slashes.
const LONGEST_PATH = 4096

/** Says whether any file could have this name. */
export function canBePath(claimed: string): boolean {
  return claimed.trim() !== '' && !claimed.includes('\0') && claimed.length <= LONGEST_PATH
}

/**
 * Says what became of the file at a path.
 *
 * @param path from the top of the work tree
 */
export async function verdictOn(
  path: string,
  top: string,
  { changes }: ChangedFiles
): Promise<ClaimVerdict> {
  const change = changes.get(nameKey(path))
  if (change !== undefined) return change
  const above = foldersAbove(nameKey(path))
  if (above.some(folder => changes.has(folder) || changes.has(`${folder}/`))) return 'nested'
  return onDisk(top, path)
}

/** Looks without following a link out of the tree: whether a file exists there is not our business. */
async function onDisk(top: string, path: string): Promise<ClaimVerdict> {
  const file = join(top, path)
  const parent = await realpath(dirname(file)).catch(() => null)
  if (parent === null) return 'missing'
  if (path !== '' && parent !== dirname(file)) return 'nested'
  for (const folder of foldersAbove(path)) {
    if (await exists(join(top, folder, '.git'))) return 'nested'
  }
  const found = await lstat(file).catch(() => null)
  if (found === null) return 'missing'
  return found.isDirectory() ? 'folder' : 'unchanged'
}

const exists = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false
  )

function foldersAbove(path: string): string[] {
  const steps = path.split('/')
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join('/'))
}
