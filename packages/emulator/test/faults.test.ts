import { createEmulator, type Emulator, type ScriptInput } from '@turnwise/emulator'
import { describe, expect, it } from 'vitest'
import {
  activitiesOf,
  finalText,
  openConversation,
  queue,
  readFrames,
  readLog
} from './wire-client.ts'

type Scripted = ScriptInput['turns'][number]

const two = [
  { type: 'message', text: 'one' },
  { type: 'message', text: 'two' }
]
const said = 'You said: “tea”. Tell me more.'

async function scripted(
  ...turns: Scripted[]
): Promise<{ emulator: Emulator; conversation: ReturnType<typeof openConversation> }> {
  const emulator = createEmulator()
  await queue(emulator, ...turns)
  return { emulator, conversation: openConversation(emulator, 'small-talk') }
}

const tea = { type: 'message', text: 'tea' }

/** Reads a body to where it breaks. */
async function readToBreak(response: Response): Promise<{ text: string; broken: boolean }> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
    return { text, broken: false }
  } catch {
    return { text, broken: true }
  }
}

describe('an answer of another status', () => {
  it.each([204, 401, 403, 404, 409, 413, 429, 500, 502, 503])('%i', async status => {
    const { emulator, conversation } = await scripted({ fault: { kind: 'status', status } })
    expect((await conversation.turn(tea)).status).toBe(status)
    expect(finalText(await conversation.say('tea'))).toBe(said)
    const replay = readFrames(await (await conversation.subscribe()).text())
    expect(replay.filter(({ data }) => data.includes('"type":"message"'))).toHaveLength(1)
    expect((await readLog(emulator)).requests.map(request => request.status)).toEqual([
      status,
      200,
      200
    ])
  })

  it('says when to try again, in seconds or as a date', async () => {
    const { conversation } = await scripted(
      { fault: { kind: 'status', status: 429, retryAfter: 7 } },
      { fault: { kind: 'status', status: 503, retryAfter: { date: 60 } } }
    )
    expect((await conversation.turn(tea)).headers.get('retry-after')).toBe('7')
    const date = (await conversation.turn(tea)).headers.get('retry-after') ?? ''
    expect(date).toMatch(/GMT$/)
    expect(Math.abs(Date.parse(date) - Date.now() - 60_000)).toBeLessThan(5_000)
  })

  it('can hide that the agent was asked', async () => {
    const { conversation } = await scripted({
      fault: { kind: 'status', status: 502, processed: true }
    })
    expect((await conversation.turn(tea)).status).toBe(502)
    const replay = activitiesOf(readFrames(await (await conversation.subscribe()).text()))
    expect(finalText(replay)).toBe(said)
  })

  it('can be a page of HTML', async () => {
    const { conversation } = await scripted({ fault: { kind: 'html' } })
    const response = await conversation.turn(tea)
    expect(response.headers.get('content-type')).toMatch('text/html')
    expect(response.status).toBe(200)
  })

  it('can be no answer at all', async () => {
    const { conversation } = await scripted({ fault: { kind: 'refuse' } })
    await expect(conversation.turn(tea)).rejects.toThrow('No response is sent')
  })
})

describe('a stream that breaks', () => {
  it.each<[name: string, fault: Scripted['fault'], seen: string[], broken: boolean, end: boolean]>([
    ['drop before any activity', { kind: 'drop' }, [], true, false],
    ['drop after the first', { kind: 'drop', after: 1 }, ['one'], true, false],
    ['EOF without end', { kind: 'eof' }, ['one', 'two'], false, false],
    ['EOF after the first', { kind: 'eof', after: 1 }, ['one'], false, false],
    ['end without data', { kind: 'end-without-data' }, ['one', 'two'], false, false],
    ['late activities', { kind: 'late', after: 1 }, ['one'], false, true],
    ['only late activities', { kind: 'late' }, [], false, true]
  ])('%s', async (_name, fault, seen, broken, end) => {
    const { conversation } = await scripted({ activities: two, fault })
    const answer = await readToBreak(await conversation.turn(tea))
    const frames = readFrames(answer.text)
    expect(activitiesOf(frames).map(({ text }) => text)).toEqual(seen)
    expect(answer.broken).toBe(broken)
    expect(frames.some(({ event }) => event === 'end')).toBe(end)

    const replay = readFrames(await (await conversation.subscribe()).text())
    expect(activitiesOf(replay).map(({ text }) => text)).toEqual(['one', 'two'])
    expect(replay.at(-1)?.event).toBe('end')
  })

  it('can lose the rest of the reply for good', async () => {
    const fault = { kind: 'drop', after: 1, lost: true } as const
    const { conversation } = await scripted({ activities: two, fault })
    await readToBreak(await conversation.turn(tea))
    const replay = readFrames(await (await conversation.subscribe()).text())
    expect(activitiesOf(replay).map(({ text }) => text)).toEqual(['one'])
  })

  it.each([false, true])('falls silent, and is read back unless lost (%s)', async lost => {
    const fault = { kind: 'silence', after: 1, lost } as const
    const { conversation } = await scripted({ activities: two, fault })
    const reader = (await conversation.turn(tea)).body?.getReader()
    const first = new TextDecoder().decode((await reader?.read())?.value)
    expect(first).toContain('"one"')
    const silent = new Promise(resolve => setTimeout(resolve, 300, 'silent'))
    expect(await Promise.race([reader?.read(), silent])).toBe('silent')
    await reader?.cancel()

    const replay = (await conversation.subscribe()).body?.getReader()
    const chunks: string[] = []
    const readAll = async (): Promise<string> => {
      for (;;) {
        const { done, value } = (await replay?.read()) ?? { done: true, value: undefined }
        if (done) return 'ended'
        chunks.push(new TextDecoder().decode(value))
      }
    }
    const waited = new Promise(resolve => setTimeout(resolve, 300, 'silent'))
    expect(await Promise.race([readAll(), waited])).toBe(lost ? 'silent' : 'ended')
    expect(chunks.join('').includes('"two"')).toBe(!lost)
    await replay?.cancel()
  })
})

describe('a stream that is odd', () => {
  it('survives CRLF, comments, bad frames and characters split across chunks', async () => {
    const wire = { crlf: true, comments: true, badFrames: true, splitBytes: 1 }
    const { conversation } = await scripted({ wire })
    const response = await conversation.turn({ type: 'message', text: 'tea ☕ “é”' })
    const chunks: Uint8Array[] = []
    for await (const chunk of response.body ?? []) chunks.push(chunk)
    expect(Math.max(...chunks.map(({ length }) => length))).toBe(1)
    const text = Buffer.concat(chunks).toString('utf8')
    expect(text).toContain('\r\n: keep-alive\r\n')
    const activities = activitiesOf(readFrames(text))
    expect(finalText(activities)).toBe('You said: “tea ☕ “é””. Tell me more.')
  })

  it.each(['missing', 'changed'] as const)('has its conversation id header %s', async header => {
    const { conversation } = await scripted({ fault: { kind: 'conversation-id', header } })
    const response = await conversation.turn(tea)
    const id = response.headers.get('x-ms-conversationid')
    expect(id === null).toBe(header === 'missing')
    expect(id).not.toBe('c1')
    expect(finalText(activitiesOf(readFrames(await response.text())))).toBe(said)
  })

  it('begins late, headers included', async () => {
    const { conversation } = await scripted({ delayMs: 500 }, { headersDelayMs: 100 })
    const timed = async (): Promise<[headers: number, body: number]> => {
      const began = performance.now()
      const response = await conversation.turn(tea)
      const headers = performance.now() - began
      await response.text()
      return [headers, performance.now() - began]
    }
    const [headers, body] = await timed()
    expect(headers).toBeLessThan(450)
    expect(body).toBeGreaterThanOrEqual(490)
    expect((await timed())[0]).toBeGreaterThanOrEqual(90)
  })
})
