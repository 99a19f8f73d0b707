import { realpath, stat } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import type { AgentReport } from '@turnwise/schema'
import { type ChangedFiles, changedFiles, nameKey } from './changed-files.ts'
import { type Claim, type ClaimCheck, ClaimCheckFailure, type Unreported } from './claim-check.ts'
import { findRepository } from './find-repository.ts'
import { judgeClaims, type OpenClaim } from './judge-claims.ts'
import { withPrivateView } from './private-view.ts'

export interface CheckClaimsOptions {
  /** The revision compared with. Default `HEAD`. */
  readonly base?: string
  /** Milliseconds for everything git does. Default 60,000. */
  readonly timeLimit?: number
  /** Bytes git may print in one answer, most of all the names of changed files. Default 64 MiB. */
  readonly outputLimit?: number
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
  { base = 'HEAD', timeLimit = 60_000, outputLimit = 64 << 20 }: CheckClaimsOptions = {}
): Promise<ClaimCheck> {
  try {
    const folder = await folderAt(gitDir)
    const repository = await findRepository(folder)
    const limits = { signal: AbortSignal.timeout(timeLimit), output: outputLimit }
    return await withPrivateView(repository, limits, async git => {
      const { top } = repository
      const place = { top, folder, alias: resolve(gitDir) }
      const changed = await changedFiles(git, base)
      const claims = await judgeClaims(claimsOf(report), place, changed, git)
      return {
        kind: 'checked',
        holds: claims.every(({ holds }) => holds),
        claims,
        unreported: unreported(changed, claims, relative(top, folder)),
        tree: top,
        base: changed.base
      }
    })
  } catch (error) {
    if (error instanceof ClaimCheckFailure) {
      return { kind: 'unchecked', obstacle: error.obstacle, message: error.message }
    }
    if (!(error instanceof Error && 'syscall' in error)) throw error
    return { kind: 'unchecked', obstacle: 'no_access', message: `${error.message}.` }
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

function claimsOf(report: Pick<AgentReport, Claim['field']>): OpenClaim[] {
  return (['filesModified', 'testsWritten'] as const).flatMap(field =>
    report[field].map((claimed, index) => ({ field, index, claimed }))
  )
}

function unreported(
  { changes }: ChangedFiles,
  claims: readonly Claim[],
  scope: string
): Unreported[] {
  const named = new Set(claims.map(({ path }) => nameKey(path ?? '')))
  const prefix = scope === '' ? '' : `${nameKey(scope.split(sep).join('/'))}/`
  return [...changes]
    .filter(([path]) => path.startsWith(prefix) && !named.has(path.replace(/\/$/, '')))
    .map(([path, change]) => ({ path, change }))
}
