import { realpath, stat } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import type { AgentReport } from '@turnwise/schema'
import { type ChangedFiles, changedFiles, ignoredFiles, nameKey } from './changed-files.ts'
import { type Claim, type ClaimCheck, ClaimCheckFailure, type ClaimVerdict } from './claim-check.ts'
import { findRepository } from './find-repository.ts'
import { pathInTree } from './path-in-tree.ts'
import { withPrivateView } from './private-view.ts'
import { canBePath, verdictOn } from './verdict.ts'

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
          const path = canBePath(claim.claimed) ? pathInTree(claim.claimed, place) : null
          if (path !== null) return { ...claim, path, verdict: await verdictOn(path, top, changed) }
          return { ...claim, path, verdict: canBePath(claim.claimed) ? 'outside' : 'not_a_path' }
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

function unreported({ changes }: ChangedFiles, claims: readonly Claim[], scope: string) {
  const named = new Set(claims.map(({ path }) => nameKey(path ?? '')))
  const prefix = scope === '' ? '' : `${nameKey(scope.split(sep).join('/'))}/`
  return [...changes]
    .filter(([path]) => path.startsWith(prefix) && !named.has(path.replace(/\/$/, '')))
    .map(([path, change]) => ({ path, change }))
}
