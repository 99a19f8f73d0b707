import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A Redis of our own, on a free port of loopback, with its files in a folder that goes with it. */
export type RedisServer = {
  port: number
  folder: string
  start: () => Promise<void>
  signal: (signal: 'SIGSTOP' | 'SIGCONT') => void
  /** Ends it with SIGKILL; what it has written stays. */
  kill: () => Promise<void>
  /** Ends it and removes its files. */
  close: () => Promise<void>
}

/** Starts a Redis that writes everything to its append-only file, and to disk once a second. */
export const startRedis = (settings: Record<string, string | number> = {}): Promise<RedisServer> =>
  startServer(port => [
    'redis-server',
    ...optionsOf({ port, save: '', appendonly: 'yes', appendfsync: 'everysec', ...settings })
  ])

/** Starts a program of Redis that listens on the port it is given, in a folder of its own. */
export const startServer = async (
  commandFor: (port: number, folder: string) => readonly string[]
): Promise<RedisServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'turnwise-faults-redis-'))
  const port = await freePort()
  let child: ChildProcess

  const start = async (): Promise<void> => {
    const [command = '', ...args] = commandFor(port, folder)
    child = spawn(command, args, { cwd: folder, stdio: 'ignore' })
    process.once('exit', () => child.kill('SIGKILL'))
    await untilListening(port, child)
  }
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await start()
  return {
    port,
    folder,
    start,
    signal: signal => void child.kill(signal),
    kill,
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

const optionsOf = (settings: Record<string, string | number>): string[] =>
  Object.entries({ bind: '127.0.0.1', ...settings }).flatMap(([name, value]) => [
    `--${name}`,
    String(value)
  ])

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const untilListening = async (port: number, child: ChildProcess): Promise<void> => {
  for (;;) {
    if (child.exitCode !== null || child.pid === undefined)
      throw new Error('a Redis that was to be tested does not start')
    const socket = connect(port, '127.0.0.1')
    const reached = await Promise.race([
      once(socket, 'connect').then(
        () => true,
        () => false
      ),
      sleep(200).then(() => false)
    ])
    socket.destroy()
    if (reached) return
    await sleep(20)
  }
}
