import { lstat, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { AgentReport } from '@turnwise/schema'
import { type ChangedFiles, changedFiles, ignoredFiles, nameKey } from './changed-files.ts'
import { type Claim, type ClaimCheck, ClaimCheckFailure, type ClaimVerdict } from './claim-check.ts'
import { findRepository } from './find-repository.ts'
import { pathInTree } from './path-in-tree.ts'
import { withPrivateView } from './private-view.ts'

export interface CheckClaimsOptions {
  /** The revision compared with. Default `HEAD`. */
  readonly base?: string
  /** Milliseconds for everything git does. Default 60,000. */
  readonly timeLimit?: number
}

/**
 * Holds the files a report names against a git work tree: is each of them really changed?
 *
 * The work tree and its repository are taken for hostile: nothing in them runs, nothing is written
 * to them, and paths never lead out of them. Files are compared by content, with the commit `base`.
 * What git ignores counts as unchanged.
 *
 * @param gitDir a folder in the work tree; the report's paths are relative to it, and changes
 *   beside it are nobody's business
 * @returns `checked` with a verdict for every claim, or `unchecked` with the obstacle
 * @see requirement A4
 */
export async function checkClaims(
  report: Pick<AgentReport, Claim['field']>,
  gitDir: string,
  { base = 'HEAD', timeLimit = 60_000 }: CheckClaimsOptions = {}
): Promise<ClaimCheck> {
  try {
    const folder = await folderAt(gitDir)
    const repository = await findRepository(folder)
    const signal = AbortSignal.timeout(timeLimit)
    return await withPrivateView(repository, signal, async git => {
      const { top } = repository
      const place = { top, folder, alias: resolve(gitDir) }
      const changed = await changedFiles(git, base)
      const claims = await Promise.all(
        claimsOf(report).map(async (claim): Promise<Omit<Claim, 'holds'>> => {
          if (!canBePath(claim.claimed)) return { ...claim, path: null, verdict: 'not_a_path' }
          const path = pathInTree(claim.claimed, place)
          if (path === null) return { ...claim, path, verdict: 'outside' }
          return { ...claim, path, verdict: await verdictOn(path, top, changed) }
        })
      )
      const unchanged = claims.filter(({ verdict }) => verdict === 'unchanged')
      const ignored = await ignoredFiles(
        git,
        unchanged.map(({ path }) => path ?? '')
      )
      const judged = claims.map((claim): Claim => {
        const isIgnored = claim.verdict === 'unchanged' && ignored.has(nameKey(claim.path ?? ''))
        const verdict = isIgnored ? 'ignored' : claim.verdict
        return { ...claim, verdict, holds: holds(claim.field, verdict) }
      })
      return {
        kind: 'checked',
        holds: judged.every(claim => claim.holds),
        claims: judged,
        unreported: unreported(changed, judged, relative(top, folder)),
        tree: top,
        base: changed.base
      }
    })
  } catch (error) {
    if (!(error instanceof ClaimCheckFailure)) throw error
    return { kind: 'unchecked', obstacle: error.obstacle, message: error.message }
  }
}

async function folderAt(gitDir: string): Promise<string> {
  const folder = await realpath(gitDir).catch(() => null)
  const found = folder === null ? null : await stat(folder)
  if (folder === null || !found?.isDirectory()) {
    throw new ClaimCheckFailure('no_folder', `${gitDir} is not a folder.`)
  }
  return folder
}

function claimsOf(
  report: Pick<AgentReport, Claim['field']>
): Pick<Claim, 'field' | 'index' | 'claimed'>[] {
  return (['filesModified', 'testsWritten'] as const).flatMap(field =>
    report[field].map((claimed, index) => ({ field, index, claimed }))
  )
}

function holds(field: Claim['field'], verdict: ClaimVerdict): boolean {
  if (verdict === 'deleted') return field === 'filesModified'
  return verdict === 'added' || verdict === 'modified'
}

const canBePath = (claimed: string): boolean => claimed.trim() !== '' && !claimed.includes('\0')

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

/** Looks without following a link out of the tree: whether a file exists there is not our business. */
async function onDisk(top: string, path: string): Promise<ClaimVerdict> {
  const file = join(top, path)
  const parent = await realpath(dirname(file)).catch(() => null)
  if (path !== '' && parent !== null && parent !== dirname(file)) return 'nested'
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

function unreported({ changes }: ChangedFiles, claims: readonly Claim[], scope: string) {
  const named = new Set(claims.map(({ path }) => nameKey(path ?? '')))
  const prefix = scope === '' ? '' : `${nameKey(scope.split(sep).join('/'))}/`
  return [...changes]
    .filter(([path]) => path.startsWith(prefix) && !named.has(path.replace(/\/$/, '')))
    .map(([path, change]) => ({ path, change }))
}
