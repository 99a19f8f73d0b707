// Three servers behind a balancer, on one Redis: npm start -w examples/three-workers
// No server is special and no session is sticky; kill one of them and go on talking.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBalancer } from './balancer.ts'
import { startRedis } from './redis.ts'
import { startWorker, type Worker } from './worker.ts'

const over = Promise.withResolvers<void>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => over.resolve())
process.on('uncaughtException', error => over.reject(error))

const port = Number(process.env.PORT ?? 3000)

/** Starts everything; whatever has been started by then is ended with `started`, last first. */
const start = async (started: AsyncDisposableStack): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'turnwise-three-workers-'))
  started.defer(() => rmSync(folder, { recursive: true }))
  const workers: Worker[] = []
  // Before any program, so that a taken port is known before one runs.
  const balancer = await startBalancer(started, workers, port)
  const redis = await startRedis(started, folder)
  // One after the other: the first starts the simulated agent, and the others find it.
  for (const name of ['one', 'two', 'three'])
    workers.push(await startWorker(started, name, { folder, redis }))
  for (const { name, url, pid } of workers)
    console.log(`Worker ${name} answers at ${url}; to kill it: kill -9 ${pid}`)
  console.log(`Turnwise is ready: ${balancer}`)
}

/** What to do about a failure, as far as it is known. */
const problemOf = (error: unknown): string => {
  const { code, path, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `PORT: ${port} is taken by another program. Set PORT to a free one.`
  if (code === 'ENOENT' && path === 'redis-server')
    return 'There is no redis-server: install it (sudo apt-get install -y redis-server).'
  return message
}

try {
  await using started = new AsyncDisposableStack()
  await Promise.race([start(started), over.promise])
  await over.promise
} catch (error) {
  console.error(`The example has ended: ${problemOf(error)}`)
  process.exitCode = 1
}
