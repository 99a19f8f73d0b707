// Three servers behind a balancer, on one Redis: npm start -w examples/three-workers
// No server is special and no session is sticky; kill one of them and go on talking.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBalancer } from './balancer.ts'
import { startRedis } from './redis.ts'
import { startWorker, type Worker } from './worker.ts'

const folder = mkdtempSync(join(tmpdir(), 'turnwise-three-workers-'))
const over = new Promise<void>(resolve => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
})

const redis = await startRedis(folder)
const workers: Worker[] = []
// One after the other: the first starts the simulated agent, and the others find it.
for (const name of ['one', 'two', 'three'])
  workers.push(await startWorker(name, { folder, redis: redis.url }))
const balancer = await startBalancer(
  workers.map(worker => worker.url),
  Number(process.env.PORT ?? 3000)
)
for (const { name, url, pid } of workers)
  console.log(`Worker ${name} answers at ${url}; to kill it: kill -9 ${pid}`)
console.log(`Turnwise is ready: ${balancer.url}`)

await over
await balancer.close()
await Promise.all(workers.map(worker => worker.stop()))
await redis.stop()
rmSync(folder, { recursive: true })
