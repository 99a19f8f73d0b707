import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type Worker = { name: string; url: string; pid: number; stop: () => Promise<void> }

const server = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url))

/** Starts a server as `npm start` does, on a free port, with its conversations in Redis. */
export const startWorker = async (
  name: string,
  { folder, redis }: { folder: string; redis: string }
): Promise<Worker> => {
  const child = spawn(process.execPath, ['--conditions=@turnwise/source', server], {
    env: {
      LOG_LEVEL: 'error',
      // What a dead worker held is taken over after so long.
      LEASE: '3s',
      ...process.env,
      PORT: '0',
      STORE: 'redis',
      REDIS_URL: redis,
      TURNWISE_DATA: folder
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own: Ctrl-C reaches the program that started it, which ends it in order.
    detached: true
  })
  const exited = once(child, 'exit')
  const url = await new Promise<string>((ready, fail) => {
    child.once('exit', code => fail(new Error(`worker ${name} ended with ${code}`)))
    createInterface(child.stdout).on('line', line => {
      const found = /ready: (http:\S+)/.exec(line)?.[1]
      if (found !== undefined) ready(found)
    })
  })
  child.once('exit', () => console.log(`Worker ${name} is gone.`))
  return {
    name,
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await exited
    }
  }
}
