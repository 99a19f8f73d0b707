import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { LogView, ScriptInput } from '@turnwise/emulator'

const main = resolve(import.meta.dirname, '../../packages/server/src/main.ts')

/** One line of the log; pino's levels are 40 for warn and 50 for error. */
export type LogLine = { level: number; msg: string } & Readonly<Record<string, unknown>>

/** A server as `npm start` runs it, in a process of its own on a free port. */
export type ServerProcess = {
  url: string
  child: ChildProcess
  /** Everything it printed on stdout. */
  printed: () => string
  /** What it has logged. */
  logged: () => readonly LogLine[]
  kill: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>
}

export const startServer = async (
  folder: string,
  environment: Record<string, string> = {}
): Promise<ServerProcess> => {
  const node = [process.execPath, '--conditions=@turnwise/source', main]
  // A limit of its files is to look like a full disk, which sends no signal.
  const child = spawn('sh', ['-c', `trap '' XFSZ; exec "$@"`, 'sh', ...node], {
    env: { ...process.env, TURNWISE_DATA: folder, PORT: '0', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const logged: LogLine[] = []
  createInterface(child.stderr).on('line', line => {
    if (line.startsWith('{')) logged.push(JSON.parse(line) as LogLine)
    if (environment.LOG_LEVEL === undefined) process.stderr.write(`${line}\n`)
  })
  let printed = ''
  const ended = new Promise<void>(end => child.once('exit', () => end()))
  const url = await new Promise<string>((ready, fail) => {
    child.once('exit', code => fail(new Error(`the server ended with ${code}: ${printed}`)))
    createInterface(child.stdout).on('line', line => {
      printed += `${line}\n`
      const found = /ready: (http:\S+)/.exec(line)?.[1]
      if (found !== undefined) ready(found)
    })
  })
  return {
    url,
    child,
    printed: () => printed,
    logged: () => logged,
    async kill(signal) {
      child.kill(signal)
      await ended
    }
  }
}

/** The simulated agent that belongs to a data folder. */
export const agentOf = (folder: string) => {
  const { url } = JSON.parse(readFileSync(join(folder, 'emulator.json'), 'utf8')) as { url: string }
  return {
    url,
    async script(...turns: ScriptInput['turns']) {
      const response = await fetch(`${url}/_emulator/script`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ turns })
      })
      if (!response.ok) throw new Error(await response.text())
    },
    async posts(): Promise<number> {
      const log = (await (await fetch(`${url}/_emulator/log`)).json()) as LogView
      return log.requests.filter(({ kind }) => kind === 'turn').length
    },
    async end() {
      const health = await fetch(`${url}/_emulator/health`).catch(() => null)
      if (health === null) return
      const { pid } = (await health.json()) as { pid: number }
      process.kill(pid, 'SIGTERM')
    }
  }
}
