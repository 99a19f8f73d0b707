import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { PeerName } from './peers/index.ts'
import type { Result, Task } from './task.ts'

/** Megabytes a peer may fill before it counts as crashed. */
const MEMORY = 1024

/** Milliseconds a peer has to load. */
const LOADING = 20_000

/**
 * A peer in a process of its own. Whatever the peer does, `run` answers within
 * its limit; after a crash or a hang the next task gets a fresh process.
 */
export class PeerProcess {
  readonly name: PeerName
  #child: ChildProcess | undefined
  #absent: Result | undefined

  constructor(name: PeerName) {
    this.name = name
  }

  /** @param limit milliseconds until the process is killed */
  async run(task: Task, limit: number): Promise<Result> {
    const child = this.#absent === undefined ? await this.#start() : undefined
    if (child === undefined) return this.#absent ?? { kind: 'absent', why: 'unknown' }
    child.send(task)
    const result = await nextResult(child, limit)
    if (result.kind === 'timeout' || result.kind === 'crash') await this.stop()
    return result
  }

  async stop(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  async #start(): Promise<ChildProcess | undefined> {
    if (this.#child?.connected === true) return this.#child
    await this.stop()
    const child = fork(join(import.meta.dirname, 'child.ts'), [this.name], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: ['--conditions=@turnwise/source', `--max-old-space-size=${MEMORY}`]
    })
    this.#child = child
    const first: { kind: string } = await nextResult(child, LOADING)
    if (first.kind === 'ready') return child
    this.#absent = first as Result
    await this.stop()
    return undefined
  }
}

function nextResult(child: ChildProcess, limit: number): Promise<Result> {
  return new Promise(resolve => {
    const settle = (result: Result) => {
      clearTimeout(timer)
      child.off('message', settle)
      child.off('exit', crashed)
      resolve(result)
    }
    const crashed = (code: number | null, signal: string | null) =>
      settle({ kind: 'crash', how: signal ?? `exit ${code}` })
    const timer = setTimeout(() => settle({ kind: 'timeout', limit }), limit)
    child.on('message', settle)
    child.on('exit', crashed)
  })
}
