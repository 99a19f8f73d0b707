import { type Activity, createEmulator, type StyleName, styleNames } from '@turnwise/emulator'
import { describe, expect, it } from 'vitest'
import { contextQuery, envelopeOf, finalText, openConversation, queue } from './wire-client.ts'

const query = contextQuery({ destination: 'Lisbon' }, '3 May 2027')
const question = 'Noted: departure 2027-05-03. On which day do you come back?'
const data = { destination: 'Lisbon', departureDate: '2027-05-03' }

async function said(style: StyleName): Promise<Activity[]> {
  const emulator = createEmulator()
  await queue(emulator, { style })
  return openConversation(emulator, 'travel-request').say(query)
}

const only = (activities: Activity[]): Activity => {
  expect(activities).toHaveLength(1)
  return activities[0] ?? {}
}

/** The stream information of each piece of the answer, wherever it stands. */
function pieces(activities: Activity[]): Activity[] {
  return activities
    .filter(({ type }) => type === 'typing')
    .map(({ text, entities, channelData }) => {
      const info = Array.isArray(entities) ? entities[0] : channelData
      return { text, ...info }
    })
    .filter(({ streamType }) => streamType === 'streaming')
}

describe('how an answer is expressed', () => {
  it.each(styleNames)('%s comes from the simulated agent and answers the message', async style => {
    const activities = await said(style)
    expect(activities.length).toBeGreaterThan(0)
    for (const activity of activities) {
      expect(activity).toMatchObject({ from: { name: 'Simulated agent' }, replyToId: 'c1|0000001' })
      expect(activity.id).toMatch(/^c1\|\d{7}$/)
    }
  })

  it.each<[StyleName, (text: string, sofar: string) => string]>([
    ['streamed', (text, sofar) => sofar + text],
    ['channel-data', (text, sofar) => sofar + text],
    ['cumulative', text => text]
  ])('%s adds up to the final message', async (style, read) => {
    const activities = await said(style)
    const parts = pieces(activities)
    expect(parts.map(part => part.streamSequence)).toEqual(parts.map((_, index) => index + 1))
    expect(new Set(parts.map(({ streamId }) => streamId)).size).toBe(1)
    const text = parts.reduce((sofar, part) => read(String(part.text), sofar), '')
    expect(text).toBe(finalText(activities))
    expect(envelopeOf(activities)).toMatchObject({ action: 'ask', data, step: 'gathering' })
    expect(text.startsWith(question)).toBe(true)
  })

  it('out-of-order is told right by its sequence numbers', async () => {
    const activities = await said('out-of-order')
    const order = pieces(activities).map(({ streamSequence }) => Number(streamSequence))
    expect(order).not.toEqual(order.toSorted((a, b) => a - b))
    const sorted = pieces(activities).toSorted(
      (a, b) => Number(a.streamSequence) - Number(b.streamSequence)
    )
    expect(sorted.map(({ text }) => text).join('')).toBe(finalText(activities))
  })

  it('thoughts says nothing before the final message', async () => {
    const activities = await said('thoughts')
    expect(pieces(activities).every(({ text }) => text === '')).toBe(true)
    expect(envelopeOf(activities).data).toEqual(data)
  })

  it('plain holds the words alone', async () => {
    expect(only(await said('plain')).text).toBe(question)
  })

  it('fenced holds words and a fence', async () => {
    expect(envelopeOf(await said('fenced')).data).toEqual(data)
  })

  it('bare holds JSON between words', async () => {
    const text = String(only(await said('bare')).text)
    expect(text).not.toContain('```')
    const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
    expect(JSON.parse(json)).toMatchObject({ action: 'ask', data })
  })

  it('two-objects means the later one', async () => {
    const fences = String(only(await said('two-objects')).text).match(/```json\n[^`]*```/g) ?? []
    const [draft, meant] = fences.map(text => JSON.parse(text.slice(8, -3)))
    expect(draft.data).toEqual({})
    expect(meant.data).toEqual(data)
  })

  it('empty-object holds {} alone', async () => {
    expect(only(await said('empty-object')).text).toBe('{}')
  })

  it('value holds the data apart from the words', async () => {
    const activity = only(await said('value'))
    expect(activity).toMatchObject({ text: question, value: { action: 'ask', data } })
  })

  it('entities hold the data among known entities', async () => {
    const { text, entities } = only(await said('entities'))
    expect(text).toBe(question)
    expect(entities).toMatchObject([
      { type: 'clientInfo' },
      { type: 'workflowState', action: 'ask', data },
      { type: 'https://schema.org/Message' }
    ])
  })

  it('card holds the data behind one button', async () => {
    const { attachments } = only(await said('card'))
    expect(attachments).toMatchObject([
      { content: { type: 'AdaptiveCard', actions: [{ data: { action: 'ask', data } }] } }
    ])
  })

  it('several messages end with the data', async () => {
    const activities = await said('several')
    expect(activities).toHaveLength(2)
    expect(activities[0]?.text).toBe('Noted: departure 2027-05-03.')
    expect(envelopeOf(activities).data).toEqual(data)
  })

  it('citations stand in a schema.org entity', async () => {
    const activities = await said('citations')
    expect(only(activities).entities).toMatchObject([
      {
        type: 'https://schema.org/Message',
        citation: [
          { position: 1, appearance: { name: 'Travel policy', url: expect.any(String) } },
          { position: 2, appearance: { abstract: expect.any(String) } }
        ]
      }
    ])
    expect(envelopeOf(activities).data).toEqual(data)
  })

  it('suggested-actions are buttons of the message', async () => {
    expect(only(await said('suggested-actions'))).toMatchObject({
      text: question,
      suggestedActions: { to: ['user'], actions: [{ type: 'imBack', title: 'Start over' }] }
    })
  })

  it('error-code is a text of the bot, with the code that was asked for', async () => {
    expect(only(await said('error-code')).text).toContain('GenAIToolPlannerRateLimitReached')
    const emulator = createEmulator()
    await queue(emulator, { style: 'error-code', errorCode: 'OpenAIRateLimitReached' })
    const answer = await openConversation(emulator, 'travel-request').say('hi')
    expect(finalText(answer)).toContain('OpenAIRateLimitReached')
  })

  it('handoff ends with the event', async () => {
    expect((await said('handoff')).at(-1)).toMatchObject({
      type: 'event',
      name: 'handoff.initiate'
    })
  })

  it('end-of-conversation closes after its message', async () => {
    expect((await said('end-of-conversation')).map(({ type }) => type)).toEqual([
      'message',
      'endOfConversation'
    ])
  })
})
