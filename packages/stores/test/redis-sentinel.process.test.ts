import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { redisStore } from '@turnwise/stores/redis'
import { expect, it, onTestFinished } from 'vitest'
import { sendTo } from './redis-harness.ts'
import { freePort, startRedis } from './redis-server.ts'
import { admission, commitOf, granted } from './turns.ts'

/** A replica that asks for the data gets it now, not in five seconds. */
const atOnce = { 'repl-diskless-sync-delay': 0 }

/** Starts a sentinel that watches a master by itself. */
const startSentinel = async (master: number): Promise<{ port: number; url: string }> => {
  const folder = mkdtempSync(join(tmpdir(), 'turnwise-sentinel-'))
  const port = await freePort()
  const file = join(folder, 'sentinel.conf')
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    'logfile log',
    `sentinel monitor mymaster 127.0.0.1 ${master} 1`,
    'sentinel down-after-milliseconds mymaster 500',
    'sentinel failover-timeout mymaster 3000'
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  const child = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })
  return { port, url: `redis://127.0.0.1:${port}` }
}

/** What a sentinel says of the replicas it knows, as one text. */
const replicasKnownTo = async (url: string): Promise<string> =>
  JSON.stringify(await sendTo(url, ['SENTINEL', 'REPLICAS', 'mymaster']).catch(() => ''))

it('[S4.4] a store goes on with the master that a sentinel names after the first is dead', async () => {
  const [master, replica] = await Promise.all([startRedis(atOnce), startRedis(atOnce)])
  onTestFinished(async () => {
    await master.close()
    await replica.close()
  })
  await sendTo(replica.url, ['REPLICAOF', '127.0.0.1', String(master.port)])
  const sentinel = await startSentinel(master.port)
  await expect
    .poll(() => replicasKnownTo(sentinel.url), { timeout: 30_000, interval: 200 })
    .toContain(String(replica.port))

  await expect
    .poll(async () => JSON.stringify(await sendTo(replica.url, ['ROLE'])), { timeout: 30_000 })
    .toContain('"connected"')

  const store = await redisStore({
    url: `redis-sentinel://127.0.0.1:${sentinel.port}/mymaster`,
    deadline: 2000,
    ack: 'replica'
  })
  onTestFinished(() => store.close())
  const start = await granted(store, 'start')
  const { entry } = commitOf(start)
  expect((await store.commit(start, { ...commitOf(start), entry })).kind).toBe('committed')
  await store.close()

  const after = await redisStore({
    url: `redis-sentinel://127.0.0.1:${sentinel.port}/mymaster`,
    deadline: 2000
  })
  onTestFinished(() => after.close())
  await master.kill()
  // Nobody has to do anything: the same store finds the next master.
  await expect
    .poll(() => after.admit(admission('a')).catch(() => null), { timeout: 60_000, interval: 300 })
    .toMatchObject({ kind: 'granted', grant: { base: 1 } })
  expect(await after.entries(start.address, { limit: 9 })).toEqual([entry])
  expect(await sendTo(replica.url, ['ROLE'])).toEqual([['master', expect.anything(), []]])

  // And hears what is said there.
  const stopped = after.untilStopped(start.address, 'a', new AbortController().signal)
  expect(await after.stop(start.address)).toBe(true)
  await stopped
})
