import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../../../../packages/server/src/main.ts', import.meta.url))

/** A server in a process of its own, with its simulated agent, on a folder of its own. */
export type House = {
  url: string
  /** Directs the simulated agent; see the emulator's README. */
  script: (...turns: readonly object[]) => Promise<void>
  /** How often each text of a user was posted to the agent. */
  posted: () => Promise<Record<string, number>>
  /** Kills the server where it stands; the agent goes on. */
  kill: () => Promise<void>
  start: () => Promise<void>
  /** Keeps a copy of what is stored, or puts the last copy back; the server must be down. */
  keep: () => Promise<void>
  putBack: () => Promise<void>
  close: () => Promise<void>
}

export async function openHouse(environment: Record<string, string> = {}): Promise<House> {
  const folder = await mkdtemp(join(tmpdir(), 'turnwise-browser-'))
  const copy = `${folder}-copy`
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | null = null

  const start = async (): Promise<void> => {
    const server = spawn(process.execPath, ['--conditions=@turnwise/source', main], {
      env: {
        ...process.env,
        TURNWISE_DATA: folder,
        PORT: String(port),
        LOG_LEVEL: 'error',
        ...environment
      },
      stdio: ['ignore', 'pipe', 'inherit']
    })
    child = server
    if (server.stdout === null) throw new TypeError('no output')
    const line = once(createInterface(server.stdout), 'line')
    const ended = once(server, 'exit').then(([code]) => {
      throw new Error(`the server ended with ${code}`)
    })
    ended.catch(() => {})
    await Promise.race([line, ended])
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  const agent = async (path: string, body?: object): Promise<Response> => {
    const note: { url: string } = JSON.parse(await readFile(join(folder, 'emulator.json'), 'utf8'))
    return fetch(`${note.url}/_emulator/${path}`, {
      ...(body === undefined
        ? {}
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body)
          })
    })
  }
  await start()

  return {
    url,
    start,
    kill: () => end('SIGKILL'),
    script: async (...turns) => {
      const answer = await agent('script', { turns })
      if (!answer.ok) throw new Error(await answer.text())
    },
    posted: async () => {
      const log = (await (await agent('log')).json()) as {
        messages: { byUserInput: Record<string, number> }
      }
      return log.messages.byUserInput
    },
    keep: async () => {
      await rm(copy, { recursive: true, force: true })
      await cp(folder, copy, { recursive: true })
    },
    putBack: async () => {
      await rm(folder, { recursive: true, force: true })
      await cp(copy, folder, { recursive: true })
    },
    close: async () => {
      const health = await agent('health')
        .then(answer => answer.json() as Promise<{ pid: number }>)
        .catch(() => null)
      await end('SIGTERM')
      if (health !== null) endProcess(health.pid)
      await rm(folder, { recursive: true, force: true })
      await rm(copy, { recursive: true, force: true })
    }
  }
}

/** The agent is usually gone with its server. */
function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM')
  } catch {
    // It is.
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new TypeError('no port')
  return address.port
}
