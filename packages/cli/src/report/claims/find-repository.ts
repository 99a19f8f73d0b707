import { lstat, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ClaimCheckFailure } from './claim-check.ts'

/** Where a work tree and the parts of its repository are. */
export interface Repository {
  /** The folder that holds `.git`: the top of the work tree, whatever the configuration says. */
  readonly top: string
  /** What belongs to this work tree alone, such as `HEAD`. */
  readonly gitDir: string
  /** What all work trees of the repository share: objects, refs, configuration. */
  readonly commonDir: string
}

/**
 * Finds the repository a folder belongs to without asking git, which would obey its configuration.
 *
 * @param folder with links resolved
 */
export async function findRepository(folder: string): Promise<Repository> {
  for (let top = folder; ; top = dirname(top)) {
    const gitDir = await gitDirOf(top)
    if (gitDir !== null) {
      const shared = await smallText(join(gitDir, 'commondir'))
      const commonDir = shared === null ? gitDir : resolve(gitDir, shared.trim())
      return { top, gitDir, commonDir }
    }
    if (dirname(top) === top) break
  }
  throw new ClaimCheckFailure('not_a_repository', `${folder} is not in a git work tree.`)
}

async function gitDirOf(top: string): Promise<string | null> {
  const entry = join(top, '.git')
  const found = await stat(entry).catch(() => null)
  if (found?.isDirectory()) {
    return (await smallText(join(entry, 'HEAD'))) === null ? null : realpath(entry)
  }
  // Work trees of their own and submodules have a file that names the folder.
  const pointer = /^gitdir: (.+)/.exec((await smallText(entry)) ?? '')?.[1]
  if (pointer === undefined) return null
  const gitDir = resolve(top, pointer.trim())
  return (await smallText(join(gitDir, 'HEAD'))) === null ? null : gitDir
}

const SMALL = 1 << 20

/** The text of a plain file of at most 1 MiB: a pipe would never end, and a device might not. */
export async function smallText(file: string): Promise<string | null> {
  const found = await lstat(file).catch(() => null)
  if (!found?.isFile() || found.size > SMALL) return null
  return readFile(file, 'utf8').catch(() => null)
}
