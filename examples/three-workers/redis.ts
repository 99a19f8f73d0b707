import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { startProgram } from './program.ts'

/**
 * Starts a Redis of our own on a free port, with its log in `folder`.
 *
 * @returns its address
 */
export const startRedis = async (
  started: AsyncDisposableStack,
  folder: string
): Promise<string> => {
  const port = await freePort()
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder]
  const kept = ['--save', '', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction']
  const child = startProgram(started, 'redis-server', [...settings, ...kept], { stdio: 'ignore' })
  await once(child, 'spawn')
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`)
    await setTimeout(20)
  }
  return `redis://127.0.0.1:${port}`
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
