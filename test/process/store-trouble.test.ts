import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sendTo } from '../../packages/stores/test/redis-harness.ts'
import { type RedisServer, startRedis } from '../../packages/stores/test/redis-server.ts'
import { agentOf, type ServerProcess, startServer } from './server-process.ts'

const words = 'I want to go to a secret place'

const onFile = async (): Promise<{ server: ServerProcess; file: string }> => {
  const folder = mkdtempSync(join(tmpdir(), 'turnwise-trouble-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const server = await startServer(folder, { LOG_LEVEL: 'info' })
  onTestFinished(async () => {
    await agentOf(folder).end()
    await server.kill('SIGKILL')
  })
  return { server, file: join(folder, 'turnwise.sqlite') }
}

const onRedis = async (environment: Record<string, string> = {}) => {
  const redis: RedisServer = await startRedis()
  onTestFinished(() => redis.close())
  const folder = mkdtempSync(join(tmpdir(), 'turnwise-trouble-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const server = await startServer(folder, {
    STORE: 'redis',
    REDIS_URL: redis.url,
    LOG_LEVEL: 'info',
    ...environment
  })
  onTestFinished(async () => {
    await agentOf(folder).end()
    await server.kill('SIGKILL')
  })
  return { server, redis, agent: agentOf(folder) }
}

type Answered = { status: number; body: Record<string, unknown> }

const post = async (
  { url }: ServerProcess,
  path: string,
  body: object,
  key?: string
): Promise<Answered> => {
  const response = await fetch(`${url}/api/chat/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key })
    },
    body: JSON.stringify(body)
  })
  return { status: response.status, body: (await response.json()) as Answered['body'] }
}

const get = async ({ url }: ServerProcess, path: string): Promise<number> =>
  (await fetch(`${url}${path}`)).status

const ready = (server: ServerProcess) => () => get(server, '/health/ready')

const begun = async (server: ServerProcess): Promise<string> => {
  const { body } = await post(server, 'start', { workflowId: 'small-talk' })
  const conversationId = String(body.conversationId)
  await post(server, 'send', { conversationId, text: 'hello' })
  return conversationId
}

const failures = (server: ServerProcess) => server.logged().filter(({ msg }) => msg === 'failure')

/** How often somebody has looked whether it can be written. */
const written = async ({ url }: RedisServer): Promise<number> => {
  const [info] = await sendTo(url, ['INFO', 'commandstats'])
  return Number(/cmdstat_set:calls=(\d+)/.exec(String(info))?.[1])
}

describe('a store that cannot be written', () => {
  it('[S4.4] [S5.1] because Redis is full: 503, not ready, said why once, and then the same key', async () => {
    const { server, redis, agent } = await onRedis()
    const conversationId = await begun(server)
    await sendTo(redis.url, ['CONFIG', 'RESETSTAT'])
    for (let time = 0; time < 50; time += 1) expect(await ready(server)()).toBe(200)
    expect(await written(redis)).toBeLessThan(15)
    const asked = await agent.posts()
    await sendTo(redis.url, ['CONFIG', 'SET', 'maxmemory', '1mb'])
    for (let time = 0; time < 30; time += 1)
      expect(await post(server, 'send', { conversationId, text: words }, 'k')).toMatchObject({
        status: 503,
        body: { code: 'ERR_STORE_UNAVAILABLE', retry: 'same-key' }
      })
    await expect.poll(ready(server), { timeout: 5000 }).toBe(503)
    // Control: what only reads is answered, and would have said that all is well.
    expect(await get(server, '/api/chat/conversations')).toBe(200)

    const said = failures(server)
    expect(said.filter(({ part }) => part === undefined)).toHaveLength(1)
    expect(said.filter(({ part }) => part === 'store')).toHaveLength(1)
    for (const line of said)
      expect(line).toMatchObject({
        level: 40,
        code: 'ERR_STORE_UNAVAILABLE',
        message: 'Redis is out of memory.',
        cause: { name: 'SimpleError', message: expect.stringMatching(/^OOM /) }
      })
    expect(JSON.stringify(server.logged())).not.toMatch(/secret/)
    // Control: each of them was a request, and those are told one by one.
    const requests = server
      .logged()
      .filter(({ msg, status }) => msg === 'request' && status === 503)
    expect(requests.length).toBeGreaterThanOrEqual(30)

    await sendTo(redis.url, ['CONFIG', 'SET', 'maxmemory', '0'])
    expect(await post(server, 'send', { conversationId, text: words }, 'k')).toMatchObject({
      status: 200,
      body: { outcome: 'committed' }
    })
    expect(await agent.posts()).toBe(asked + 1)
    await expect.poll(ready(server), { timeout: 5000 }).toBe(200)
    const counted = () => failures(server).find(({ part, repeated }) => repeated && !part)?.repeated
    await expect.poll(counted, { timeout: 15_000 }).toBe(29)
  })

  it('[O7.3] [S4.4] because Redis hangs: the same key is answered, not uncertain', async () => {
    const { server, redis, agent } = await onRedis({ LEASE: '2s', REDIS_DEADLINE: '1s' })
    const conversationId = await begun(server)
    const asked = await agent.posts()
    const pid = Number(redis.pid())
    process.kill(pid, 'SIGSTOP')
    const sent = await post(server, 'send', { conversationId, text: words }, 'k')
    expect(sent).toMatchObject({ status: 503, body: { retry: 'same-key' } })
    await setTimeout(2500)
    process.kill(pid, 'SIGCONT')
    // By now it does what it was asked: the turn is admitted, and marked as asked.
    await expect
      .poll(async () => (await post(server, 'send', { conversationId, text: words }, 'k')).body, {
        timeout: 20_000
      })
      .toMatchObject({ outcome: 'committed', turn: 3 })
    expect(await agent.posts()).toBe(asked + 1)
    expect(failures(server)[0]).toMatchObject({ message: 'Redis does not answer in time.' })
  })

  it('[S4.4] [S5.1] because a replica is asked for and there is none: said at the start', async () => {
    const { server, redis } = await onRedis({ REDIS_ACK: 'replica', REDIS_DEADLINE: '1s' })
    expect(server.logged()).toContainEqual(
      expect.objectContaining({ level: 40, msg: expect.stringMatching(/^REDIS_ACK=replica/) })
    )
    expect(await ready(server)()).toBe(503)
    const replica = await startRedis()
    onTestFinished(() => replica.close())
    await sendTo(replica.url, ['REPLICAOF', '127.0.0.1', String(redis.port)])
    await expect.poll(ready(server), { timeout: 20_000 }).toBe(200)
  })

  it('[S4.6] [S5.1] because the disk is full: 503, not ready, and said why', async () => {
    const { server } = await onFile()
    const conversationId = await begun(server)
    expect(await ready(server)()).toBe(200)
    const limit = (bytes: string) =>
      execFileSync('prlimit', ['--pid', String(server.child.pid), `--fsize=${bytes}:`])
    limit('4096')
    await expect.poll(ready(server), { timeout: 5000 }).toBe(503)
    expect(await post(server, 'send', { conversationId, text: words }, 'k')).toMatchObject({
      status: 503
    })
    // Control: what only reads is answered, and would have said that all is well.
    expect(await get(server, '/api/chat/conversations')).toBe(200)
    expect(failures(server)).toContainEqual(
      expect.objectContaining({
        level: 40,
        part: 'store',
        message: 'The store cannot be written or read.',
        cause: { name: 'ERR_SQLITE_ERROR', message: expect.any(String) }
      })
    )
    limit('unlimited')
    await expect.poll(ready(server), { timeout: 5000 }).toBe(200)
    expect(await post(server, 'send', { conversationId, text: words }, 'k')).toMatchObject({
      body: { outcome: 'committed' }
    })
  })
})

it('[S4.6] a conversation that is damaged is logged as an error, without a word of it', async () => {
  const { server, file } = await onFile()
  const conversationId = await begun(server)
  const database = new DatabaseSync(file)
  const damaged = `{"data": my ${words}`
  database.prepare('UPDATE conversation SET state = ?').run(damaged)
  database.close()
  expect(await get(server, `/api/chat/conversations/${conversationId}`)).toBe(500)
  expect(failures(server)).toEqual([
    expect.objectContaining({
      level: 50,
      code: 'ERR_CONVERSATION_UNREADABLE',
      requestId: expect.any(String),
      cause: { name: 'SyntaxError' }
    })
  ])
  expect(JSON.stringify(server.logged())).not.toMatch(/secret/)
  // Control: the parser has quoted it.
  expect(() => JSON.parse(damaged)).toThrow(/my I/)
})
