import { type ExecFileException, execFile } from 'node:child_process'
import { devNull } from 'node:os'
import { ClaimCheckFailure } from './claim-check.ts'

export interface GitLimits {
  readonly signal: AbortSignal
  /** Bytes that may be printed. */
  readonly output: number
}

export interface GitCall {
  /** Where it runs: never the tree, from which Windows would take a `git.exe`. */
  readonly folder: string
  readonly limits: GitLimits
  readonly environment?: Readonly<Record<string, string>>
  readonly input?: string | undefined
}

export interface GitAnswer {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs git with arguments and, where it takes one, an input. */
export type RunGit = (args: readonly string[], input?: string) => Promise<GitAnswer>

// Whatever the tree brings, nothing of it runs and nothing of it is locked.
const HARMLESS = [
  '--no-pager',
  '--no-optional-locks',
  ...['core.fsmonitor=false', `core.hooksPath=${devNull}`].flatMap(setting => ['-c', setting])
]

const CALM = {
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C'
}

/**
 * Runs git once, within limits of time and output.
 *
 * @throws ClaimCheckFailure when git is not installed, takes too long, or says too much
 */
export function runGit(
  args: readonly string[],
  { folder, limits, environment, input }: GitCall
): Promise<GitAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<GitAnswer>()
  const child = execFile(
    'git',
    [...HARMLESS, ...args],
    {
      cwd: folder,
      env: { ...withoutGitVariables(process.env), ...CALM, ...environment },
      encoding: 'utf8',
      maxBuffer: limits.output,
      signal: limits.signal,
      killSignal: 'SIGKILL',
      windowsHide: true
    },
    (error, stdout, stderr) => {
      if (error === null) resolve({ exitCode: 0, stdout, stderr })
      else if (typeof error.code === 'number') resolve({ exitCode: error.code, stdout, stderr })
      else reject(failureOf(error, limits.signal))
    }
  )
  // A git that ends before it has read its input is judged by its answer.
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  return promise
}

/** Inside a hook git sets variables that would point it at another repository. */
function withoutGitVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^GIT_/i.test(name)))
}

function failureOf(error: ExecFileException, signal: AbortSignal): ClaimCheckFailure {
  if (signal.aborted) {
    return new ClaimCheckFailure('time_limit', 'git did not finish in time.')
  }
  if (error.code === 'ENOENT') {
    return new ClaimCheckFailure('no_git', 'git is not installed, or not on the PATH.')
  }
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    return new ClaimCheckFailure('too_large', 'There are too many changes to list.')
  }
  return new ClaimCheckFailure('git_failed', `git could not run: ${error.message}`)
}
