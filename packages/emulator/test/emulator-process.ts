import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** An emulator in a process of its own. */
export interface EmulatorProcess {
  url: string
  child: ChildProcess
  /** Ends the process and waits for it. */
  stop(): Promise<void>
}

export async function spawnEmulator(...args: string[]): Promise<EmulatorProcess> {
  const child = spawn(process.execPath, ['--conditions=@turnwise/source', main, ...args], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  return {
    url: JSON.parse(line).url,
    child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  }
}
