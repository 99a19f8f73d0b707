import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Message, problem, type TurnAnswer, turnAnswer } from '@turnwise/schema'
import { describe, expect, it, onTestFinished } from 'vitest'
import { agentOf, type ServerProcess, startServer } from './server-process.ts'

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'turnwise-journey-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A server on a folder, with its agent ended when the test is over, however it ends. */
const serve = async (
  folder: string,
  environment: Record<string, string> = {}
): Promise<ServerProcess> => {
  const server = await startServer(folder, environment)
  const agent = agentOf(folder)
  onTestFinished(async () => {
    await server.kill('SIGKILL')
    await agent.end()
  })
  return server
}

const post = (server: ServerProcess, path: string, body: unknown, headers = {}) =>
  fetch(`${server.url}/api/chat/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body)
  })

const answerFrom = async (response: Response | Promise<Response>): Promise<TurnAnswer> => {
  const received = await response
  const body = await received.json()
  expect(received.status, JSON.stringify(body)).toBe(200)
  return turnAnswer.parse(body)
}

const start = (server: ServerProcess) => answerFrom(post(server, 'start', {}))

const say = (server: ServerProcess, conversationId: string, text: string, key?: string) =>
  answerFrom(post(server, 'send', { conversationId, text }, key ? { 'idempotency-key': key } : {}))

const read = async (server: ServerProcess, id: string) =>
  (await (await fetch(`${server.url}/api/chat/conversations/${id}`)).json()) as {
    messages: Message[]
    workflowState: TurnAnswer['workflowState']
    running: number | null
  }

const confirm = async (server: ServerProcess, conversationId: string, answer: TurnAnswer) => {
  const cardId = answer.messages.find(({ kind }) => kind === 'card')?.cardId
  return answerFrom(post(server, 'card-action', { conversationId, cardId, actionId: 'a0' }))
}

const deskBooking = `import { defineWorkflow, z } from '@turnwise/engine'
export default defineWorkflow({
  id: 'desk-booking',
  version: 1,
  title: 'Book a desk',
  data: z.object({ floor: z.int().min(1).max(12), date: z.iso.date() })
})
`

const trip = ['I want to go to Lisbon', 'from 3 to 6 May 2027', 'two people', 'for a conference']

describe('the travel request over HTTP', () => {
  it('[S1.1] [S6.1] goes from start to completion, streamed, with a card', async () => {
    const server = await serve(newFolder())
    expect(server.printed().match(/http:/g)).toHaveLength(1)
    const { conversationId } = await start(server)
    const streamed = await post(
      server,
      'send',
      { conversationId, text: trip[0] },
      { accept: 'text/event-stream' }
    )
    expect(streamed.headers.get('content-type')).toContain('text/event-stream')
    const frames = await streamed.text()
    const events = [...frames.matchAll(/^event: (.+)$/gm)].map(match => match[1])
    expect(events[0]).toBe('turn-started')
    expect(events.filter(event => event === 'message-delta').length).toBeGreaterThan(2)
    expect(events.slice(-3)).toEqual(['message', 'state', 'turn-committed'])
    const ids = [...frames.matchAll(/^id: (\d+-\d+)$/gm)].map(match => match[1])
    expect(new Set(ids).size).toBe(ids.length)

    let answer: TurnAnswer | undefined
    for (const text of trip.slice(1)) answer = await say(server, conversationId, text)
    if (answer === undefined) throw new Error('nothing said')
    const done = await confirm(server, conversationId, answer)
    expect(done.workflowState).toMatchObject({
      status: 'completed',
      result: 'success',
      collectedData: {
        destination: 'Lisbon',
        departureDate: '2027-05-03',
        returnDate: '2027-05-06',
        travellers: 2
      }
    })
  })

  it('[O5.1] [O7.3] killed before the agent answers: read back, asked once, finished', async () => {
    const folder = newFolder()
    const first = await serve(folder)
    const agent = agentOf(folder)
    const { conversationId } = await start(first)
    await agent.script({ delayMs: 1500 })
    const lost = say(first, conversationId, trip[0] ?? '', 'the key').catch(() => 'cut')
    await expect.poll(() => agent.posts()).toBe(1)
    await first.kill('SIGKILL')
    expect(await lost).toBe('cut')

    const second = await serve(folder)
    const answer = await say(second, conversationId, trip[0] ?? '', 'the key')
    expect(answer).toMatchObject({ turn: 2, outcome: 'committed' })
    expect(answer.workflowState.collectedData).toEqual({ destination: 'Lisbon' })
    expect(await agent.posts()).toBe(1)

    let last = answer
    for (const text of trip.slice(1)) last = await say(second, conversationId, text)
    const done = await confirm(second, conversationId, last)
    expect(done.workflowState.status).toBe('completed')
    expect(
      (await read(second, conversationId)).messages.filter(m => m.role === 'user')
    ).toHaveLength(5)
  })

  it('[O5.1] [O7.3] killed before the agent answers, with nobody coming back: resolved at start', async () => {
    const folder = newFolder()
    const first = await serve(folder)
    const agent = agentOf(folder)
    const { conversationId } = await start(first)
    await agent.script({ delayMs: 800 })
    const lost = say(first, conversationId, trip[0] ?? '').catch(() => 'cut')
    await expect.poll(() => agent.posts()).toBe(1)
    await first.kill('SIGKILL')
    await lost
    const second = await serve(folder)
    await expect
      .poll(async () => (await read(second, conversationId)).workflowState.collectedData, {
        timeout: 10_000
      })
      .toEqual({ destination: 'Lisbon' })
    expect(await agent.posts()).toBe(1)
  })

  it('[O7.8] killed and unreadable: uncertain, and only a new key makes a second call', async () => {
    const folder = newFolder()
    const first = await serve(folder)
    const agent = agentOf(folder)
    const { conversationId } = await start(first)
    await agent.script({ delayMs: 600, fault: { kind: 'eof', after: 0, lost: true } })
    const lost = say(first, conversationId, trip[0] ?? '', 'the key').catch(() => 'cut')
    await expect.poll(() => agent.posts()).toBe(1)
    await first.kill('SIGKILL')
    await lost
    const second = await serve(folder)
    const answer = await say(second, conversationId, trip[0] ?? '', 'the key')
    expect(answer.outcome).toBe('uncertain')
    expect(answer.workflowState.collectedData).toEqual({})
    expect(await say(second, conversationId, trip[0] ?? '', 'the key')).toEqual(answer)
    expect(await agent.posts()).toBe(1)
    expect((await say(second, conversationId, trip[0] ?? '', 'new key')).outcome).toBe('committed')
    expect(await agent.posts()).toBe(2)
  })

  it('[O5.1] [O7.1] killed after the answer and between turns: the same answer, and on it goes', async () => {
    const folder = newFolder()
    const first = await serve(folder)
    const { conversationId } = await start(first)
    const answer = await say(first, conversationId, trip[0] ?? '', 'the key')
    await first.kill('SIGKILL')
    const second = await serve(folder)
    expect(await say(second, conversationId, trip[0] ?? '', 'the key')).toEqual(answer)
    expect(await agentOf(folder).posts()).toBe(1)
    await say(second, conversationId, trip[1] ?? '')
    await second.kill('SIGKILL')
    const third = await serve(folder)
    const last = await say(third, conversationId, 'two people for a conference')
    expect((await confirm(third, conversationId, last)).workflowState.status).toBe('completed')
  })

  it('[S5.3] drains on SIGTERM: what runs is finished, then the process ends by itself', async () => {
    const folder = newFolder()
    const server = await serve(folder)
    const agent = agentOf(folder)
    const { conversationId } = await start(server)
    await agent.script({ delayMs: 700 })
    const running = say(server, conversationId, trip[0] ?? '')
    await expect.poll(() => agent.posts()).toBe(1)
    server.child.kill('SIGTERM')
    expect((await running).outcome).toBe('committed')
    await expect.poll(() => server.child.exitCode, { timeout: 10_000 }).toBe(0)
    // The agent it started goes with it.
    await expect(fetch(`${agent.url}/_emulator/health`)).rejects.toThrow()
  })

  it('[S5.3] while it drains: not ready, nothing new, and who listens is let go', async () => {
    const folder = newFolder()
    const server = await serve(folder)
    const agent = agentOf(folder)
    const { conversationId } = await start(server)
    const path = `${server.url}/api/chat/conversations/${conversationId}/events`
    const listening = await fetch(path)
    const heard = listening.text()
    await agent.script({ delayMs: 1500 })
    const running = say(server, conversationId, trip[0] ?? '')
    await expect.poll(() => agent.posts()).toBe(1)
    server.child.kill('SIGTERM')
    await expect
      .poll(async () => (await fetch(`${server.url}/health/ready`)).status, { interval: 20 })
      .toBe(503)
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200)
    const body = { conversationId, text: 'something new' }
    for (const accept of ['application/json', 'text/event-stream']) {
      const refused = await post(server, 'send', body, { accept })
      expect(refused.status).toBe(503)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(problem.parse(await refused.json()).code).toBe('ERR_SHUTTING_DOWN')
    }
    expect((await running).outcome).toBe('committed')
    // The stream ends, with everything that was said until then.
    expect(await heard).toContain('event: turn-committed')
    await expect.poll(() => server.child.exitCode, { timeout: 10_000 }).toBe(0)
    const again = await serve(folder)
    expect((await read(again, conversationId)).running).toBeNull()
    expect(await agentOf(folder).posts()).toBeLessThanOrEqual(1)
  })

  it('[S4.3] a second server on the same data refuses to start and says why', async () => {
    const folder = newFolder()
    await serve(folder)
    await expect(startServer(folder)).rejects.toThrow(/ended with 1/)
  })

  it('[O7.4] a server that has lost a conversation says so to who has seen it', async () => {
    const first = await serve(newFolder())
    const { conversationId, seen } = await start(first)
    const second = await serve(newFolder())
    const body = { conversationId, text: 'hi' }
    const lost = await post(second, 'send', body, { 'turnwise-seen': seen })
    expect(lost.status).toBe(412)
    expect(problem.parse(await lost.json()).code).toBe('ERR_CONVERSATION_REGRESSED')
    expect((await post(second, 'send', body)).status).toBe(404)
  })

  it('[S3.2] an unknown conversation is a problem document', async () => {
    const server = await serve(newFolder())
    const response = await post(server, 'send', { conversationId: 'nobody', text: 'hi' })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(problem.parse(await response.json()).code).toBe('ERR_CONVERSATION_UNKNOWN')
  })

  it('[O8.4] runs a workflow that was dropped into the folder', async () => {
    // Inside the repository, because the file imports the engine like any other workflow.
    const workflows = resolve(import.meta.dirname, '../../test-results/dropped-workflows')
    mkdirSync(workflows, { recursive: true })
    onTestFinished(() => rmSync(workflows, { recursive: true, force: true }))
    writeFileSync(join(workflows, 'desk-booking.ts'), deskBooking)
    const server = await serve(newFolder(), {
      WORKFLOWS: workflows,
      DEFAULT_WORKFLOW: 'desk-booking'
    })
    const { conversationId, workflowState } = await start(server)
    expect(workflowState).toMatchObject({ workflowId: 'desk-booking', collectedData: {} })
    const early = await say(server, conversationId, 'floor: 3, unknown: x')
    expect(early.workflowState.collectedData).toEqual({ floor: 3 })
    expect((await say(server, conversationId, 'done')).workflowState.status).toBe('active')
    await say(server, conversationId, 'date: 2027-05-03')
    expect((await say(server, conversationId, 'done')).workflowState).toMatchObject({
      status: 'completed',
      collectedData: { floor: 3, date: '2027-05-03' }
    })
  })
})
