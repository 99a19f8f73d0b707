import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A process of the harness, with the news it tells. */
export type Spawned = {
  child: ChildProcess
  /** Resolves when it has ended and everything it told has been heard. */
  ended: Promise<void>
  /** Sends it a message. */
  send: (message: Record<string, unknown>) => void
}

/** So that hundreds of processes do not all compile the same files. */
const compileCache = join(tmpdir(), 'turnwise-faults-compile-cache')

/** Starts a program of this room; it ends with us. */
export const spawned = (
  program: URL,
  hear: (news: Record<string, unknown>) => void,
  environment: Record<string, string> = {}
): Spawned => {
  const child = spawn(
    process.execPath,
    ['--conditions=@turnwise/source', '--disable-warning=ExperimentalWarning', program.pathname],
    {
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...environment },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc']
    }
  )
  process.once('exit', () => child.kill('SIGKILL'))
  if (child.stdout === null) throw new TypeError('the process was started without a pipe')
  const lines = createInterface({ input: child.stdout })
  lines.on('line', line => hear(JSON.parse(line) as Record<string, unknown>))
  const ended = Promise.all([
    new Promise(end => child.once('exit', end)),
    new Promise(end => lines.once('close', end))
  ])
  return {
    child,
    ended: ended.then(() => {}),
    send: message => {
      if (child.connected) child.send(message)
    }
  }
}
