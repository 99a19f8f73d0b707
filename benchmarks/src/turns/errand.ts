import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Place } from './contestant.ts'
import type { ContestantName } from './contestants/index.ts'
import type { Answer, Breakage, Task } from './task.ts'

/** Megabytes a contestant may fill before it counts as crashed. */
const MEMORY = 4096

/**
 * Sends a contestant on one task in a process of its own, and waits until that is gone.
 *
 * @param limit milliseconds until the process is killed
 */
export async function errand<K extends Task['kind']>(
  name: ContestantName,
  place: Place,
  task: Extract<Task, { kind: K }>,
  limit: number
): Promise<Extract<Answer, { kind: AnswerTo[K] }> | Breakage> {
  const child = fork(join(import.meta.dirname, 'child.ts'), {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: ['--conditions=@turnwise/source', `--max-old-space-size=${MEMORY}`]
  })
  let last: Answer | Breakage | undefined
  let late = false
  child.on('message', message => {
    last = message as Answer | Breakage
  })
  const timer = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, limit)
  child.send({ name, place, task })
  const [code, signal] = await once(child, 'exit')
  clearTimeout(timer)
  if (late) return { kind: 'timeout', limit }
  const crash: Breakage = { kind: 'crash', how: signal ?? `exit ${code}` }
  return (last as Extract<Answer, { kind: AnswerTo[K] }> | Breakage | undefined) ?? crash
}

interface AnswerTo {
  readonly latency: 'latency'
  readonly throughput: 'throughput'
  readonly fill: 'filled'
  readonly crowd: 'crowd'
  readonly die: 'dying'
  readonly retry: 'retried'
}
