import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { startProgram } from './program.ts'

export type Worker = { name: string; url: string; pid: number }

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Starts a server as `npm start` does, on a free port, with its conversations in Redis. */
export const startWorker = async (
  started: AsyncDisposableStack,
  name: string,
  { folder, redis }: { folder: string; redis: string }
): Promise<Worker> => {
  const program = ['--conditions=@turnwise/source', 'packages/server/src/main.ts']
  const child = startProgram(started, process.execPath, program, {
    // npm runs this example in its own folder, where there are no workflows.
    cwd: root,
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
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const url = await new Promise<string>((ready, fail) => {
    child.once('error', fail)
    child.once('exit', code => fail(new Error(`worker ${name} ended with ${code}`)))
    createInterface(child.stdout as Readable).on('line', line => {
      const found = /ready: (http:\S+)/.exec(line)?.[1]
      if (found !== undefined) ready(found)
    })
  })
  child.once('exit', () => console.log(`Worker ${name} is gone.`))
  return { name, url, pid: child.pid ?? 0 }
}
