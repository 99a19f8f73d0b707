import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createClient } from '@redis/client'

/** A Redis server that the bench may fill and empty. */
export interface RedisServer {
  readonly url: string
  /** Empties the server. */
  clear(): Promise<void>
  /** Bytes it counts as used, and those of its process. */
  memory(): Promise<{ readonly used: number; readonly resident: number }>
  version(): Promise<string>
  stop(): Promise<void>
}

/**
 * Starts a server on a free port. No other is ever used: the bench empties the one it has.
 *
 * @param durable writes to its log on disk once a second, as a server in production does
 * @returns undefined where there is no `redis-server`
 */
export async function startRedis(
  folder: string,
  { durable }: { readonly durable: boolean }
): Promise<RedisServer | undefined> {
  const port = await freePort()
  const log = durable ? 'yes' : 'no'
  const child = spawn(
    'redis-server',
    [
      '--port',
      `${port}`,
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      log,
      '--dir',
      folder
    ],
    { stdio: 'ignore' }
  )
  const missing = await Promise.race([
    once(child, 'error').then(() => true),
    once(child, 'spawn').then(() => false)
  ])
  if (missing) return undefined
  const exited = once(child, 'exit')
  return controls(`redis://127.0.0.1:${port}`, child.pid, async () => {
    child.kill('SIGKILL')
    await exited
  })
}

async function controls(
  url: string,
  pid: number | undefined,
  end: () => Promise<void>
): Promise<RedisServer> {
  const client = createClient({ url, socket: { reconnectStrategy: tries => tries < 100 && 50 } })
  client.on('error', () => {})
  await client.connect()
  const read = async (section: string, name: string): Promise<string> => {
    const info = await client.info(section)
    return new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? ''
  }
  const stop = async (): Promise<void> => {
    client.destroy()
    await end()
  }
  // Another program may have taken the port in between.
  if ((await read('server', 'process_id')) !== `${pid}`) {
    await stop()
    throw new Error(`There is another Redis on ${url}, which is not ours to empty.`)
  }
  return {
    url,
    clear: async () => void (await client.flushAll()),
    memory: async () => ({
      used: Number(await read('memory', 'used_memory')),
      resident: Number(await read('memory', 'used_memory_rss'))
    }),
    version: () => read('server', 'redis_version'),
    stop
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new TypeError('There is no port.')
  return address.port
}
