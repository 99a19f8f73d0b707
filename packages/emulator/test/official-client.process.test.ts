import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Activity } from '@microsoft/agents-activity'
import { CopilotStudioClient } from '@microsoft/agents-copilotstudio-client'
import type { ScriptInput } from '@turnwise/emulator'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type EmulatorProcess, spawnEmulator } from './emulator-process.ts'

let emulator: EmulatorProcess
let direct: string

beforeAll(async () => {
  emulator = await spawnEmulator()
  direct = `${emulator.url}/copilotstudio/dataverse-backed/authenticated/bots/travel-request`
})
afterAll(() => emulator?.stop())
afterEach(() => fetch(`${emulator.url}/_emulator/reset`, { method: 'POST' }))

const connect = (): CopilotStudioClient =>
  new CopilotStudioClient({ directConnectUrl: direct }, 'token')

async function queue(...turns: ScriptInput['turns']): Promise<void> {
  const response = await fetch(`${emulator.url}/_emulator/script`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ turns })
  })
  if (!response.ok) throw new Error(await response.text())
}

async function posts(): Promise<Record<string, number>> {
  const response = await fetch(`${emulator.url}/_emulator/log`)
  return (await response.json()).messages.byClientActivityId
}

const last = (activities: Activity[]): Activity => {
  const activity = activities.at(-1)
  if (!activity) throw new Error('Nothing was said')
  return activity
}

describe('Microsoft’s unmodified client', () => {
  it('starts, is asked, is shown a card, presses it and is done', async () => {
    const client = connect()
    const greeting = await client.startConversationWithResponse({
      emitStartConversationEvent: true,
      locale: 'en-US'
    })
    expect(last(greeting.activities).text).toContain('Where would you like to travel?')
    const { conversationId } = greeting
    expect(conversationId).toMatch(/^[0-9a-f-]{36}$/)

    const say = async (activity: object): Promise<Activity[]> =>
      (await client.executeWithResponse(Activity.fromObject(activity), conversationId)).activities
    const answer = await say({
      type: 'message',
      text: 'To Lisbon from 3 to 6 May 2027, two people'
    })
    const streamed = answer.findLast(({ type }) => type === 'typing')
    expect(streamed?.text).toBe(last(answer).text)
    expect(last(answer).text).toContain('What is the purpose of the trip?')

    const confirm = await say({ type: 'message', text: 'a conference' })
    const card = last(confirm).attachments?.[0]?.content as { actions: { data: object }[] }
    const data = card.actions[0]?.data
    const done = await say({ type: 'message', value: data, channelData: { postBack: true } })
    expect(last(done).text).toContain('Your trip to Lisbon is booked.')
  })

  it('reads the conversation back by subscribe', async () => {
    const client = connect()
    const { conversationId, activities } = await client.startConversationWithResponse()
    const replay: (string | undefined)[] = []
    let firstEvent: string | undefined
    for await (const { activity, eventId } of client.subscribeAsync(conversationId)) {
      firstEvent ??= eventId
      replay.push(activity.id)
    }
    expect(replay).toEqual(activities.map(({ id }) => id))
    const rest: (string | undefined)[] = []
    for await (const { activity } of client.subscribeAsync(conversationId, firstEvent)) {
      rest.push(activity.id)
    }
    expect(rest).toEqual(replay.slice(1))
  })

  it('reads cumulative and old streams, and CRLF, comments and split characters', async () => {
    const client = connect()
    const wire = { crlf: true, comments: true, splitBytes: 3 }
    await queue({ on: 'start', style: 'channel-data', text: 'Olá ☕', wire })
    const { activities } = await client.startConversationWithResponse()
    expect(last(activities).text).toBe('Olá ☕')
  })

  it('throws away activities its schema dislikes', async () => {
    const client = connect()
    const { conversationId } = await client.startConversationWithResponse()
    await queue({ style: 'dropped-by-official' })
    const hello = Activity.fromObject({ type: 'message', text: 'to Lisbon' })
    expect((await client.executeWithResponse(hello, conversationId)).activities).toEqual([])
  })
})

describe('the unsafe control', () => {
  const script = fileURLToPath(new URL('./endless-client.ts', import.meta.url))
  const faults: Record<string, NonNullable<ScriptInput['turns'][number]['fault']>> = {
    unauthorized: { kind: 'status', status: 401 },
    throttled: { kind: 'status', status: 429, retryAfter: 60 },
    failing: { kind: 'status', status: 503 },
    dropped: { kind: 'drop' },
    'dropped-later': { kind: 'drop', after: 1 },
    'ended-early': { kind: 'eof' },
    'end-without-data': { kind: 'end-without-data' }
  }
  const children: ChildProcess[] = []
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  it('re-posts the same message every two seconds, for ever, where a turn must be sent once', async () => {
    await queue(
      ...Object.entries(faults).map(([conversationId, fault]) => ({
        conversationId,
        fault,
        times: 99
      }))
    )
    for (const name of Object.keys(faults)) {
      const child = spawn(process.execPath, [script, direct, name, name], { stdio: 'pipe' })
      child.stdout?.on('data', () => expect.unreachable(`${name} finished`))
      children.push(child)
    }
    const isEndless = async (): Promise<boolean> => {
      const counts = await posts()
      return Object.keys(faults).every(name => (counts[name] ?? 0) >= 3)
    }
    await expect.poll(isEndless, { timeout: 30_000, interval: 250 }).toBe(true)
  })
})
