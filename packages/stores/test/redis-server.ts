import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A Redis server of a test's own, on a free port of loopback, with its files in a folder that goes with it. */
export type RedisServer = {
  url: string
  port: number
  folder: string
  /** Null while it is down. */
  pid: () => number | null
  /** Starts it again on the same port and the same files. */
  start: () => Promise<void>
  /** Ends it as a crash would. */
  kill: () => Promise<void>
  /** Ends it and removes its files. */
  close: () => Promise<void>
}

/** What Redis is started with besides its port: each entry is a line of its configuration. */
export type RedisSettings = Readonly<Record<string, string | number>>

/** Starts `redis-server`, which scripts/redis.mjs has found or installed. */
export const startRedis = async (settings: RedisSettings = {}): Promise<RedisServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'turnwise-redis-'))
  const port = await freePort()
  let child: ChildProcess | null = null

  const start = async (): Promise<void> => {
    const all = { port, bind: '127.0.0.1', dir: folder, save: '', logfile: 'log', ...settings }
    const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, String(value)])
    child = spawn('redis-server', args, { stdio: 'ignore' })
    await untilListening(port, child)
  }
  const kill = async (): Promise<void> => {
    const running = child
    child = null
    if (running === null || running.exitCode !== null || running.signalCode !== null) return
    running.kill('SIGKILL')
    await once(running, 'exit')
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    folder,
    pid: () => child?.pid ?? null,
    start,
    kill,
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/**
 * The server to test against: the one that `npm test` was given as REDIS_URL, or one of our own. Keys have
 * a prefix of their own, and nothing else is touched.
 */
export const redisForTests = async (): Promise<{ url: string; close: () => Promise<void> }> => {
  const { REDIS_FOR_TESTS: url } = process.env
  return url ? { url, close: async () => {} } : startRedis()
}

/** A port that nobody listens on at the moment. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const untilListening = async (port: number, child: ChildProcess): Promise<void> => {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    if (child.exitCode !== null || child.pid === undefined)
      throw new Error('redis-server does not start')
    const reached = await new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1')
      socket.on('connect', () => socket.end(() => resolve(true)))
      socket.on('error', () => resolve(false))
    })
    if (reached) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error('redis-server does not listen')
}
