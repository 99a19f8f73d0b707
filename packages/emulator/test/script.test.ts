import { createEmulator } from '@turnwise/emulator'
import { describe, expect, it } from 'vitest'
import { finalText, openConversation, postScript, queue, readLog } from './wire-client.ts'

describe('a script', () => {
  it('applies to exactly the turns it was written for, in order', async () => {
    const emulator = createEmulator()
    const conversation = openConversation(emulator, 'small-talk')
    await queue(emulator, { text: 'first' }, { text: 'second', times: 2 })
    await conversation.start()
    const texts: string[] = []
    for (let turn = 0; turn < 4; turn += 1) texts.push(finalText(await conversation.say('tea')))
    expect(texts).toEqual(['first', 'second', 'second', 'You said: “tea”. Tell me more.'])
    expect((await readLog(emulator)).pending).toBe(0)
  })

  it('can wait for a conversation, a text, a start or a subscription', async () => {
    const emulator = createEmulator()
    const [one, other] = ['one', 'other'].map(id => openConversation(emulator, 'small-talk', id))
    await queue(
      emulator,
      { conversationId: 'other', text: 'to the other' },
      { match: { text: 'coffee' }, text: 'about coffee' },
      { on: 'start', text: 'at the start' },
      { on: 'subscribe', fault: { kind: 'status', status: 404 } }
    )
    expect(finalText((await one?.say('tea')) ?? [])).toBe('You said: “tea”. Tell me more.')
    expect(finalText((await one?.say('some coffee')) ?? [])).toBe('about coffee')
    expect(finalText((await other?.say('tea')) ?? [])).toBe('to the other')
    expect((await one?.subscribe())?.status).toBe(404)
    expect(finalText((await one?.start()) ?? [])).toBe('at the start')
    expect((await readLog(emulator)).pending).toBe(0)
  })

  it('sends words exactly as they are', async () => {
    const emulator = createEmulator()
    const text = '  *Plain*\r\n\t“words” with {braces}, $& and a ☕\n\n'
    await queue(emulator, { text })
    expect(finalText(await openConversation(emulator, 'travel-request').say('hi'))).toBe(text)
  })

  it('expresses a scripted envelope in any style', async () => {
    const emulator = createEmulator()
    const envelope = { action: 'research', data: { a: 1 } }
    await queue(emulator, { text: 'Looking.', envelope, style: 'value' })
    const activities = await openConversation(emulator, 'travel-request').say('hi')
    expect(activities).toMatchObject([{ text: 'Looking.', value: envelope }])
  })

  it('sends raw activities verbatim, correlated only where asked', async () => {
    const emulator = createEmulator()
    const activities = [{ type: 'message', text: null }, { odd: [1] }]
    await queue(emulator, { activities }, { activities, correlate: true })
    const conversation = openConversation(emulator, 'travel-request')
    const raw = async (): Promise<unknown[]> => {
      const channelData = { clientActivityID: 'g1' }
      const response = await conversation.turn({ type: 'message', text: 'hi', channelData })
      const lines = (await response.text()).split('\n')
      return lines.filter(line => line.startsWith('data: {')).map(line => JSON.parse(line.slice(6)))
    }
    expect(await raw()).toEqual(activities)
    expect(await raw()).toEqual(activities.map(activity => ({ replyToId: 'g1', ...activity })))
  })

  it.each<[name: string, body: unknown, message: string]>([
    ['no turns', {}, 'turns'],
    ['an empty list', { turns: [] }, 'turns'],
    ['an unknown key', { turns: [{ styel: 'plain' }] }, '"styel"'],
    ['an unknown style', { turns: [{ style: 'loud' }] }, 'turns[0].style'],
    ['an unknown fault', { turns: [{}, { fault: { kind: 'boom' } }] }, 'turns[1].fault.kind'],
    [
      'a status that is no fault',
      { turns: [{ fault: { kind: 'status', status: 200 } }] },
      'status'
    ],
    ['a negative delay', { turns: [{ delayMs: -1 }] }, 'turns[0].delayMs'],
    ['a match on a start', { turns: [{ on: 'start', match: { text: 'x' } }] }, 'Only a turn'],
    ['a list', [], 'expected object']
  ])('refuses %s and says what is wrong', async (_name, body, message) => {
    const emulator = createEmulator()
    const response = await postScript(emulator, body)
    expect(response.status).toBe(400)
    expect((await response.json()).error.message).toContain(message)
    expect((await readLog(emulator)).pending).toBe(0)
  })

  it('is not taken from a web page', async () => {
    const url = 'http://127.0.0.1/_emulator/script'
    const body = JSON.stringify({ turns: [{ text: 'planted' }] })
    const response = await createEmulator().fetch(new Request(url, { method: 'POST', body }))
    expect(response.status).toBe(415)
  })
})

describe('the log', () => {
  it('shows what was asked, without the token', async () => {
    const emulator = createEmulator()
    const conversation = openConversation(emulator, 'small-talk')
    const text =
      '[CONTEXT n1]\nTurn number: 1\n[/CONTEXT n1]\n\n[USER INPUT n1]\ntea\n[/USER INPUT n1]'
    await conversation.start()
    const channelData = { clientActivityID: 'g1' }
    for (let post = 0; post < 2; post += 1) {
      await (await conversation.turn({ type: 'message', text, channelData })).text()
    }
    const { requests, messages } = await readLog(emulator)
    expect(requests.map(({ number, kind }) => [number, kind])).toEqual([
      [1, 'start'],
      [2, 'turn'],
      [3, 'turn']
    ])
    expect(requests[1]).toMatchObject({
      method: 'POST',
      conversationId: 'c1',
      clientActivityId: 'g1',
      text,
      userInput: 'tea',
      activity: { type: 'message', text },
      headers: { authorization: 'Bearer …' }
    })
    expect(messages).toEqual({
      total: 2,
      byClientActivityId: { g1: 2 },
      byText: { [text]: 2 },
      byUserInput: { tea: 2 }
    })
  })

  it('can be read for one conversation and is emptied by a reset', async () => {
    const emulator = createEmulator()
    for (const id of ['one', 'other']) await openConversation(emulator, 'small-talk', id).start()
    const url = 'http://127.0.0.1/_emulator'
    const read = async (query: string): Promise<unknown[]> =>
      (await (await emulator.fetch(new Request(`${url}/log${query}`))).json()).requests
    expect(await read('')).toHaveLength(2)
    expect(await read('?conversationId=one')).toHaveLength(1)
    await queue(emulator, { text: 'never said' })
    await emulator.fetch(new Request(`${url}/reset`, { method: 'POST' }))
    expect(await readLog(emulator)).toMatchObject({
      requests: [],
      pending: 0,
      messages: { total: 0 }
    })
    const replay = await (await openConversation(emulator, 'small-talk', 'one').subscribe()).text()
    expect(replay).toBe('event: end\ndata: end\n\n')
  })

  it('counts messages that are named like parts of an object', async () => {
    const emulator = createEmulator()
    await openConversation(emulator, 'small-talk').say('__proto__')
    const { messages } = await readLog(emulator)
    expect(Object.entries(messages.byText)).toEqual([['__proto__', 1]])
  })
})
