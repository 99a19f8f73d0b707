import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ChangedFiles, ignoredFiles, nameKey } from './changed-files.ts'
import type { Claim, ClaimVerdict } from './claim-check.ts'
import { pathInTree, type TreeFolder } from './path-in-tree.ts'
import type { RunGit } from './run-git.ts'

/** A claim before anybody looked. */
export type OpenClaim = Pick<Claim, 'field' | 'index' | 'claimed'>

/** Gives every claim its verdict. */
export async function judgeClaims(
  claims: readonly OpenClaim[],
  place: TreeFolder,
  changed: ChangedFiles,
  git: RunGit
): Promise<Claim[]> {
  const looked = await Promise.all(
    claims.map(async claim => {
      if (!canBePath(claim.claimed)) return judged(claim, null, 'not_a_path')
      const path = pathInTree(claim.claimed, place)
      if (path === null) return judged(claim, null, 'outside')
      return judged(claim, path, await verdictOn(path, place.top, changed))
    })
  )
  const unchanged = looked.flatMap(({ path, verdict }) =>
    path !== null && verdict === 'unchanged' ? [path] : []
  )
  const ignored = await ignoredFiles(git, unchanged)
  return looked.map(claim =>
    claim.path !== null && ignored.has(nameKey(claim.path))
      ? judged(claim, claim.path, 'ignored')
      : claim
  )
}

function judged(claim: OpenClaim, path: string | null, verdict: ClaimVerdict): Claim {
  const changed = verdict === 'added' || verdict === 'modified'
  const holds = changed || (verdict === 'deleted' && claim.field === 'filesModified')
  const { field, index, claimed } = claim
  return { field, index, claimed, path, verdict, holds }
}

// No system takes a longer one, and a report may be made of slashes.
const LONGEST_PATH = 4096

function canBePath(claimed: string): boolean {
  return claimed.trim() !== '' && !claimed.includes('\0') && claimed.length <= LONGEST_PATH
}

async function verdictOn(
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

/** Never looks behind a link: whether a file exists out there is not our business. */
async function onDisk(top: string, path: string): Promise<ClaimVerdict> {
  for (const folder of foldersAbove(path)) {
    const found = await entryAt(join(top, folder))
    if (found === null) return 'missing'
    if (found.isSymbolicLink()) return 'nested'
    if ((await entryAt(join(top, folder, '.git'))) !== null) return 'nested'
  }
  const found = await entryAt(join(top, path))
  if (found === null) return 'missing'
  return found.isDirectory() ? 'folder' : 'unchanged'
}

const entryAt = (file: string): Promise<Stats | null> => lstat(file).catch(() => null)

function foldersAbove(path: string): string[] {
  const steps = path.split('/')
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join('/'))
}
