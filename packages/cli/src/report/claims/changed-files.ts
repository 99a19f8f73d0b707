import { type Change, ClaimCheckFailure } from './claim-check.ts'
import type { RunGit } from './run-git.ts'

/** What differs from a commit. */
export interface ChangedFiles {
  /** Null in a repository without commits. */
  readonly base: string | null
  /** By the path from the top; another repository inside the tree ends with a slash. */
  readonly changes: ReadonlyMap<string, Change>
}

/**
 * Lists what differs between a commit and the files on disk, those git does not know yet included.
 *
 * The index is read afresh from the commit, so that every file is compared by its content.
 */
export async function changedFiles(git: RunGit, revision: string): Promise<ChangedFiles> {
  const base = await commitOf(git, revision)
  if (base !== null) await succeed(git, ['read-tree', base])
  // It ends with 1 when something differs.
  await git(['update-index', '-q', '--really-refresh', '--ignore-submodules'])
  const tracked = await succeed(git, [
    'diff-files',
    '--name-status',
    '--ignore-submodules=dirty',
    '-z'
  ])
  const others = await succeed(git, ['ls-files', '--others', '--exclude-standard', '-z'])
  const changes = new Map<string, Change>()
  const fields = entries(tracked)
  for (let at = 0; at + 1 < fields.length; at += 2) {
    changes.set(nameKey(fields[at + 1] ?? ''), fields[at] === 'D' ? 'deleted' : 'modified')
  }
  for (const path of entries(others)) changes.set(nameKey(path), 'added')
  return { base, changes }
}

/** Of some paths, those that git is told to ignore. */
export async function ignoredFiles(
  git: RunGit,
  paths: readonly string[]
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set()
  const { stdout } = await git(['check-ignore', '--stdin', '-z'], paths.join('\0'))
  return new Set(entries(stdout).map(nameKey))
}

/** File systems differ in how they compose accents; people see no difference. */
export const nameKey = (path: string): string => path.normalize('NFC')

async function commitOf(git: RunGit, revision: string): Promise<string | null> {
  const wanted = `${revision}^{commit}`
  const { exitCode, stdout } = await git([
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    wanted
  ])
  if (exitCode === 0) return stdout.trim()
  const any = await git(['rev-list', '--all', '--max-count=1'])
  if (revision === 'HEAD' && any.exitCode === 0 && any.stdout === '') return null
  throw new ClaimCheckFailure('unknown_base', `git knows no commit ${JSON.stringify(revision)}.`)
}

async function succeed(git: RunGit, args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await git(args)
  if (exitCode === 0) return stdout
  const why = stderr.trim().split('\n').at(-1) ?? ''
  throw new ClaimCheckFailure('git_failed', `git ${args[0]} failed (${exitCode}): ${why}`)
}

const entries = (text: string): string[] => text.split('\0').filter(entry => entry !== '')
