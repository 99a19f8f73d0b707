import { createEmulator } from '@turnwise/emulator'
import { describe, expect, it } from 'vitest'
import {
  activitiesOf,
  contextQuery,
  envelopeOf,
  finalText,
  openConversation,
  queue,
  readFrames
} from './wire-client.ts'

describe('the travel agent', () => {
  it('collects over several turns, confirms on a card and completes', async () => {
    const conversation = openConversation(createEmulator(), 'travel-request')
    expect(envelopeOf(await conversation.start())).toMatchObject({ action: 'ask', progress: 0 })

    let data: Record<string, unknown> = {}
    const progress: unknown[] = []
    const asked: unknown[] = []
    for (const text of ['to Lisbon', '3 May 2027', '6 May 2027', 'two', 'a conference']) {
      const envelope = envelopeOf(await conversation.say(contextQuery(data, text)))
      data = envelope.data as Record<string, unknown>
      progress.push(envelope.progress)
      asked.push((envelope.suggestedInputs as { type: string }).type)
    }
    expect(data).toEqual({
      destination: 'Lisbon',
      departureDate: '2027-05-03',
      returnDate: '2027-05-06',
      travellers: 2,
      purpose: 'conference'
    })
    expect(progress).toEqual([0.17, 0.33, 0.5, 0.67, 0.9])
    expect(asked).toEqual(['date', 'date', 'number', 'choice', 'confirm'])

    const submit = { action: 'confirm', ...data, note: 'window seat' }
    const done = envelopeOf(await conversation.submit(submit))
    expect(done).toMatchObject({ action: 'complete', data, progress: 1 })
    expect(done.reference).toMatch(/^TR-[2-9A-Z]{6}$/)
    expect(done.prompt).toContain('window seat')
  })

  it('shows a card with the facts, an optional note and two submits', async () => {
    const conversation = openConversation(createEmulator(), 'travel-request')
    const whole = 'To Lisbon, 3 to 6 May 2027, two people, for a conference'
    const last = (await conversation.say(whole)).at(-1)
    expect(last).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            type: 'AdaptiveCard',
            version: '1.5',
            body: [{}, { type: 'FactSet' }, { type: 'Input.Text', id: 'note' }],
            actions: [
              {
                title: 'Confirm',
                data: { action: 'confirm', destination: 'Lisbon', travellers: 2 }
              },
              { title: 'Change', data: { action: 'change' } }
            ]
          }
        }
      ]
    })
  })

  it('forgets nothing when it is restarted, because the query says what is known', async () => {
    const first = openConversation(createEmulator(), 'travel-request')
    const { data } = envelopeOf(await first.say(contextQuery({}, 'to Lisbon')))
    const restarted = openConversation(createEmulator(), 'travel-request')
    const query = contextQuery(data as Record<string, unknown>, '3 May 2027')
    expect(envelopeOf(await restarted.say(query)).data).toEqual({
      destination: 'Lisbon',
      departureDate: '2027-05-03'
    })
  })

  it('uses its own memory when it is sent no context', async () => {
    const conversation = openConversation(createEmulator(), 'travel-request')
    await conversation.say('to Lisbon')
    expect(envelopeOf(await conversation.say('3 May 2027')).data).toMatchObject({
      destination: 'Lisbon'
    })
  })

  it('asks what to change, and a correction lands', async () => {
    const conversation = openConversation(createEmulator(), 'travel-request')
    await conversation.say('To Lisbon, 3 to 6 May 2027, two people, for a conference')
    expect(envelopeOf(await conversation.submit({ action: 'change', note: '' }))).toMatchObject({
      action: 'ask',
      prompt: 'What would you like to change?'
    })
    const corrected = envelopeOf(await conversation.say('make it Porto instead'))
    expect(corrected).toMatchObject({ action: 'confirm', data: { destination: 'Porto' } })
  })

  it('takes a message whose value is null for what its text says', async () => {
    const conversation = openConversation(createEmulator(), 'travel-request')
    const response = await conversation.turn({ type: 'message', text: 'to Lisbon', value: null })
    const answer = envelopeOf(activitiesOf(readFrames(await response.text())))
    expect(answer.data).toEqual({ destination: 'Lisbon' })
  })

  it.each([{ action: 'delete' }, 'confirm', 1, [], {}])('does not obey %j', async value => {
    const conversation = openConversation(createEmulator(), 'travel-request')
    expect(envelopeOf(await conversation.submit(value))).toMatchObject({ action: 'ask' })
  })

  it('does not complete a submit that lacks a field', async () => {
    const conversation = openConversation(createEmulator(), 'travel-request')
    const answer = await conversation.submit({ action: 'confirm', destination: 'Lisbon' })
    expect(envelopeOf(answer)).toMatchObject({ action: 'ask', data: { destination: 'Lisbon' } })
  })
})

describe('small talk', () => {
  it('is plain text, the same for the same words', async () => {
    const said = async (): Promise<string> =>
      finalText(await openConversation(createEmulator(), 'small-talk').say('I like tea'))
    expect(await said()).toBe('You said: “I like tea”. Tell me more.')
    expect(await said()).toBe(await said())
  })

  it.each([
    ['cr123_smallTalk', 'any words'],
    [
      'agent',
      '[CONTEXT]\nPhase: small-talk\nTurn number: 1\n[/CONTEXT]\n\n[USER INPUT]\nany words\n[/USER INPUT]'
    ]
  ])('is chosen by the schema name %s or by the phase', async (schemaName, text) => {
    const conversation = openConversation(createEmulator(), schemaName)
    expect(finalText(await conversation.say(text))).toBe('You said: “any words”. Tell me more.')
  })

  it('streams deltas that add up to the final message', async () => {
    const activities = await openConversation(createEmulator(), 'small-talk').say('how are you')
    const deltas = activities.filter(({ type, text }) => type === 'typing' && text !== 'Thinking')
    expect(deltas.length).toBeGreaterThan(1)
    expect(deltas.map(({ text }) => text).join('')).toBe(finalText(activities))
  })
})

describe('a conversation of the far side', () => {
  it('answers a message with the caller’s clientActivityID as replyToId', async () => {
    const conversation = openConversation(createEmulator(), 'small-talk')
    const channelData = { clientActivityID: '6a0e' }
    const response = await conversation.turn({ type: 'message', text: 'hi', channelData })
    const activities = activitiesOf(readFrames(await response.text()))
    expect(new Set(activities.map(({ replyToId }) => replyToId))).toEqual(new Set(['6a0e']))
  })

  it('gives a message without one an id of its own', async () => {
    const activities = await openConversation(createEmulator(), 'small-talk').say('hi')
    const ids = new Set(activities.map(({ replyToId }) => replyToId))
    expect([...ids]).toEqual(['c1|0000001'])
  })

  it('greets once, however often it is started', async () => {
    const conversation = openConversation(createEmulator(), 'travel-request')
    expect(await conversation.start()).toEqual(await conversation.start())
  })

  it('greets nobody who does not want it', async () => {
    const conversation = openConversation(createEmulator(), 'travel-request')
    const response = await conversation.post({ emitStartConversationEvent: false })
    expect(readFrames(await response.text()).map(({ event }) => event)).toEqual(['end'])
  })

  it('names itself in a header and opens an unknown id silently', async () => {
    const conversation = openConversation(createEmulator(), 'travel-request', 'never-seen')
    const response = await conversation.turn({ type: 'message', text: 'hi' })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-ms-conversationid')).toBe('never-seen')
  })

  it('keeps working when the caller goes, and is read back by subscribe', async () => {
    const emulator = createEmulator()
    const conversation = openConversation(emulator, 'small-talk')
    await queue(emulator, { delayMs: 60, stepMs: 5 })
    const channelData = { clientActivityID: 'g7' }
    const response = await conversation.turn({ type: 'message', text: 'I like tea', channelData })
    await response.body?.cancel()

    const frames = readFrames(await (await conversation.subscribe()).text())
    expect(frames.at(-1)?.event).toBe('end')
    expect(finalText(activitiesOf(frames))).toBe('You said: “I like tea”. Tell me more.')
    expect(activitiesOf(frames).every(({ replyToId }) => replyToId === 'g7')).toBe(true)
  })

  it('replays what follows the last event id, and everything after an unknown one', async () => {
    const conversation = openConversation(createEmulator(), 'small-talk')
    const response = await conversation.turn({ type: 'message', text: 'hi' })
    const frames = readFrames(await response.text())
    const replay = async (id?: string): Promise<string[]> =>
      readFrames(await (await conversation.subscribe(id)).text()).map(({ data }) => data)
    const sent = frames.map(({ data }) => data)
    expect(await replay()).toEqual(sent)
    expect(await replay(frames[1]?.id ?? '')).toEqual(sent.slice(2))
    expect(await replay('of-another-life')).toEqual(sent)
  })

  it('runs two turns of one conversation without mixing their answers', async () => {
    const emulator = createEmulator({ stepMs: 2 })
    const conversation = openConversation(emulator, 'small-talk')
    const texts = ['first', 'second', 'third']
    const answers = await Promise.all(texts.map(text => conversation.say(text)))
    expect(answers.map(finalText)).toEqual(texts.map(text => `You said: “${text}”. Tell me more.`))
  })
})
