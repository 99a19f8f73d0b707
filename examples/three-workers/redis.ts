import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'

export type Redis = { url: string; stop: () => Promise<void> }

/** The Redis in `REDIS_URL`, or one of our own on a free port, with its log in `folder`. */
export const startRedis = async (folder: string): Promise<Redis> => {
  const { REDIS_URL } = process.env
  if (REDIS_URL !== undefined) return { url: REDIS_URL, stop: async () => {} }
  const port = await freePort()
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder]
  const kept = ['--save', '', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction']
  const child = spawn('redis-server', [...settings, ...kept], { stdio: 'ignore', detached: true })
  const exited = once(child, 'exit')
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`)
    await setTimeout(20)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await exited
    }
  }
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const listens = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.end(() => resolve(true)))
    socket.once('error', () => resolve(false))
  })
