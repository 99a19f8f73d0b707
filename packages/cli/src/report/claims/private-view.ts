import { copyFile, lstat, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Repository, smallText } from './find-repository.ts'
import { type GitLimits, type RunGit, runGit } from './run-git.ts'

/**
 * Opens a repository of our own over the objects, refs and files of another one.
 *
 * The tree is untrusted, and so are the configuration and the index an agent could write: filters,
 * file system monitors, hooks, promisor remotes and `core.worktree` run programs or look elsewhere,
 * and an index can say that a file is unchanged. Ours has only the settings that say how files are
 * compared, and an empty index.
 *
 * @param look gets a `git` that sees the work tree through the view
 */
export async function withPrivateView<Result>(
  { top, gitDir, commonDir }: Repository,
  limits: GitLimits,
  look: (git: RunGit) => Promise<Result>
): Promise<Result> {
  const view = await mkdtemp(join(tmpdir(), 'turnwise-claims-'))
  try {
    await mkdir(join(view, 'info'))
    await writeFile(join(view, 'HEAD'), (await smallText(join(gitDir, 'HEAD'))) ?? '')
    await writeFile(join(view, 'config'), await settings(view, commonDir, limits))
    const exclude = await smallText(join(commonDir, 'info', 'exclude'))
    if (exclude !== null) await writeFile(join(view, 'info', 'exclude'), exclude)
    await share(commonDir, view, 'refs')
    await share(commonDir, view, 'reftable')
    await share(commonDir, view, 'packed-refs')
    return await look((args, input) =>
      runGit(args, {
        folder: view,
        limits,
        input,
        environment: {
          GIT_DIR: view,
          GIT_WORK_TREE: top,
          GIT_OBJECT_DIRECTORY: join(commonDir, 'objects')
        }
      })
    )
  } finally {
    await rm(view, { recursive: true, force: true })
  }
}

async function share(from: string, view: string, name: string): Promise<void> {
  const found = await lstat(join(from, name)).catch(() => null)
  if (found?.isDirectory()) await symlink(join(from, name), join(view, name), 'junction')
  if (found?.isFile()) await copyFile(join(from, name), join(view, name))
}

/** What says how files are compared, with the values that cannot name a program or a path. */
const SETTINGS: Readonly<Record<string, RegExp>> = {
  'core.repositoryformatversion': /^[01]$/,
  'core.filemode': /^(?:true|false)$/,
  'core.ignorecase': /^(?:true|false)$/,
  'core.precomposeunicode': /^(?:true|false)$/,
  'core.symlinks': /^(?:true|false)$/,
  'core.autocrlf': /^(?:true|false|input)$/,
  'core.eol': /^(?:lf|crlf|native)$/,
  'extensions.objectformat': /^(?:sha1|sha256)$/,
  'extensions.refstorage': /^(?:files|reftable)$/
}

async function settings(view: string, commonDir: string, limits: GitLimits): Promise<string> {
  const theirs = await smallText(join(commonDir, 'config'))
  if (theirs === null) return ''
  const copy = join(view, 'their-config')
  await writeFile(copy, theirs)
  // Of a file that is named, git follows no includes.
  const { stdout } = await runGit(['config', '--file', copy, '--null', '--list'], {
    folder: view,
    limits
  })
  return stdout
    .split('\0')
    .map(entry => entry.split('\n', 2))
    .filter(([key = '', value = '']) => SETTINGS[key]?.test(value))
    .map(([key = '', value]) => {
      const [section, name] = key.split('.', 2)
      return `[${section}]\n\t${name} = ${value}\n`
    })
    .join('')
}
