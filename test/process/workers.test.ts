import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TurnAnswer, turnAnswer } from '@turnwise/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventsOf, type ReadEvent } from '../../packages/server/test/support/read-events.ts'
import { type RedisServer, startRedis } from '../../packages/stores/test/redis-server.ts'
import { agentOf, type ServerProcess, startServer } from './server-process.ts'

// Three servers, as processes of their own, on one Redis and with one agent.

let redis: RedisServer
const folder = mkdtempSync(join(tmpdir(), 'turnwise-workers-'))
const servers: ServerProcess[] = []
const serve = async (): Promise<ServerProcess> => {
  const server = await startServer(folder, { STORE: 'redis', REDIS_URL: redis.url, LEASE: '1s' })
  servers.push(server)
  return server
}
let agent: ReturnType<typeof agentOf>
let a: ServerProcess
let b: ServerProcess
let c: ServerProcess

beforeAll(async () => {
  redis = await startRedis()
  // One after the other: the first starts the agent, the others find it.
  a = await serve()
  agent = agentOf(folder)
  b = await serve()
  c = await serve()
}, 120_000)
afterAll(async () => {
  await Promise.all(servers.map(server => server.kill('SIGKILL')))
  await agent.end()
  await redis.close()
  rmSync(folder, { recursive: true })
})

const post = (server: ServerProcess, path: string, body: unknown, headers = {}) =>
  fetch(`${server.url}/api/chat/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body)
  })

const answerFrom = async (response: Promise<Response>): Promise<TurnAnswer> => {
  const received = await response
  const body = await received.json()
  expect(received.status, JSON.stringify(body)).toBe(200)
  return turnAnswer.parse(body)
}

const start = async (server: ServerProcess): Promise<string> =>
  (await answerFrom(post(server, 'start', {}))).conversationId

const say = (server: ServerProcess, conversationId: string, text: string, key: string) =>
  answerFrom(post(server, 'send', { conversationId, text }, { 'idempotency-key': key }))

const stop = (server: ServerProcess, conversationId: string) =>
  post(server, `conversations/${conversationId}/stop`, {})

/** A turn whose events are read from the server that runs it. */
const stream = async (
  server: ServerProcess,
  conversationId: string,
  text: string,
  headers: Record<string, string> = {}
): Promise<AsyncGenerator<ReadEvent>> =>
  eventsOf(
    await post(
      server,
      'send',
      { conversationId, text },
      { accept: 'text/event-stream', ...headers }
    )
  )

/** Reads until an event, and leaves the stream open or to its end. */
const until = async (events: AsyncGenerator<ReadEvent>, name: string): Promise<ReadEvent[]> => {
  const read: ReadEvent[] = []
  for (let next = await events.next(); !next.done; next = await events.next()) {
    read.push(next.value)
    if (next.value.event === name) break
  }
  return read
}

const follow = async (
  server: ServerProcess,
  conversationId: string,
  after: string
): Promise<AsyncGenerator<ReadEvent>> =>
  eventsOf(
    await fetch(`${server.url}/api/chat/conversations/${conversationId}/events`, {
      headers: { 'last-event-id': after }
    })
  )

const textOf = (events: readonly ReadEvent[]): string =>
  events
    .filter(({ event }) => event === 'message-delta')
    .map(({ data }) => data.text)
    .join('')

const slow = { delayMs: 300, stepMs: 60 }

describe('several servers on one Redis', () => {
  it('[S4.4] [S5.1] are ready while Redis answers', async () => {
    for (const server of [a, b, c])
      expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
  })

  it('[S4.4] [S6.1] go on with the events of a turn that another one runs', async () => {
    const conversation = await start(a)
    await agent.script(slow)
    const streamed = await stream(a, conversation, 'To Lisbon, followed')
    const first = await until(streamed, 'message-delta')
    const id = first.at(-1)?.id ?? ''
    const followed = until(await follow(b, conversation, id), 'turn-committed')
    const rest = await until(streamed, 'turn-committed')
    expect(await followed).toEqual(rest)
    // Also after its end, and with the ids of either.
    const again = await until(await follow(c, conversation, id), 'turn-committed')
    expect(again).toEqual(rest)
    expect(textOf([...first, ...rest])).not.toBe('')
  })

  it.each(['running', 'resumed'])(
    '[S4.4] [S1.3] stop a turn that another one runs within a second, %s',
    async manner => {
      const conversation = await start(a)
      await agent.script({ delayMs: 100, stepMs: 2000 })
      const key = { 'idempotency-key': `stop ${manner}` }
      const running = await stream(a, conversation, 'To Lisbon, stopped', key)
      const first = await until(running, 'turn-started')
      // Somebody who has lost the connection goes on at another server, and stops from there.
      const events =
        manner === 'running'
          ? running
          : await stream(b, conversation, 'To Lisbon, stopped', {
              ...key,
              'last-event-id': first.at(-1)?.id ?? ''
            })
      const began = performance.now()
      expect((await stop(b, conversation)).ok).toBe(true)
      const ended = (await until(events, 'turn-committed')).at(-1)
      expect(performance.now() - began).toBeLessThan(1000)
      expect(ended?.data.outcome).toBe('stopped')
    }
  )

  it('[S4.4] [O7.1] ask the agent once for one key that comes to all of them at once', async () => {
    const conversation = await start(a)
    const before = await agent.posts()
    await agent.script(slow)
    const answers = await Promise.all(
      [a, b, c, a, b, c].map(server => say(server, conversation, 'To Lisbon, once', 'one key'))
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await agent.posts()).toBe(before + 1)
  })

  it('[S4.4] [O6.1] run turns of one conversation one after the other', async () => {
    const conversation = await start(a)
    const texts = ['To Lisbon', 'from 3 to 6 May 2027', 'two people', 'for a conference']
    const answers = await Promise.all(
      texts.map((text, index) => say([a, b, c][index % 3] ?? a, conversation, text, text))
    )
    expect(answers.map(({ turn }) => turn).toSorted()).toEqual([2, 3, 4, 5])
  })

  it('[S4.4] [O7.3] finish what one of them was killed over, and ask the agent no second time', async () => {
    const conversation = await start(a)
    const before = await agent.posts()
    await agent.script({ delayMs: 1500 })
    const lost = say(a, conversation, 'To Lisbon, killed', 'killed').catch(() => 'cut')
    await expect.poll(() => agent.posts()).toBe(before + 1)
    await a.kill('SIGKILL')
    expect(await lost).toBe('cut')
    const answer = await say(b, conversation, 'To Lisbon, killed', 'killed')
    expect(answer).toMatchObject({ turn: 2, outcome: 'committed' })
    expect(answer.workflowState.collectedData).toMatchObject({ destination: 'Lisbon' })
    expect(await say(c, conversation, 'To Lisbon, killed', 'killed')).toEqual(answer)
    expect(await agent.posts()).toBe(before + 1)
  })

  it('[S4.4] [O7.3] finish what one of them was killed over also when nobody comes back', async () => {
    const conversation = await start(b)
    const before = await agent.posts()
    await agent.script({ delayMs: 500 })
    const lost = say(b, conversation, 'To Lisbon, forgotten', 'forgotten').catch(() => 'cut')
    await expect.poll(() => agent.posts()).toBe(before + 1)
    await b.kill('SIGKILL')
    await lost
    const read = async () =>
      (await (await fetch(`${c.url}/api/chat/conversations/${conversation}`)).json()) as {
        workflowState: TurnAnswer['workflowState']
      }
    await expect
      .poll(async () => (await read()).workflowState.collectedData, { timeout: 10_000 })
      .toMatchObject({ destination: 'Lisbon' })
    expect(await agent.posts()).toBe(before + 1)
  })

  it('[S4.4] [S5.1] are not ready while Redis is away, and come back by themselves', async () => {
    await redis.kill()
    const ready = () => fetch(`${c.url}/health/ready`)
    expect((await ready()).status).toBe(503)
    const refused = await post(c, 'start', {})
    expect([refused.status, (await refused.json()).code]).toEqual([503, 'ERR_STORE_UNAVAILABLE'])
    await redis.start()
    await expect.poll(async () => (await ready()).status, { timeout: 10_000 }).toBe(200)
    await start(c)
  })

  it('[S4.4] say what is wrong with their Redis when they start', async () => {
    await redis.kill()
    await expect(serve()).rejects.toThrow('the server ended with 1')
  })
})
