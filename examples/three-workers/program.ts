import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Starts a program that is ended, and waited for, when `started` is disposed.
 *
 * It has a group of its own: Ctrl-C reaches this program alone, which ends the others in order.
 */
export const startProgram = (
  started: AsyncDisposableStack,
  command: string,
  args: readonly string[],
  options: SpawnOptions
): ChildProcess => {
  // Deferred before it is spawned: once everything is being ended, nothing is started any more.
  started.defer(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const child = spawn(command, args, { ...options, detached: true })
  // A program that cannot be started ends with an error instead.
  const ended = once(child, 'exit').catch(() => {})
  return child
}
