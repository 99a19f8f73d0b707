import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/**
 * Runs the program of another package in a process of its own, on the same terminal.
 *
 * @param index URL of the package's index, beside which its `main` stands
 * @param options what Node itself is told; the same as this process when absent
 * @returns its exit code
 */
export async function runProgram(
  index: string,
  args: readonly string[],
  options: readonly string[] = process.execArgv
): Promise<number> {
  const program = fileURLToPath(index).replace(/index(\.[jt]s)$/, 'main$1')
  const child = spawn(process.execPath, [...options, program, ...args], {
    stdio: 'inherit'
  })
  // A terminal sends Ctrl-C to both; other signals reach only this process.
  const forward = (signal: NodeJS.Signals): void => {
    child.kill(signal)
  }
  process.on('SIGTERM', forward)
  process.on('SIGINT', () => {})
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  child.once('error', reject)
  child.once('exit', (code, signal) =>
    resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
  )
  return promise
}
