import { createEmulator } from '@turnwise/emulator'
import { describe, expect, it } from 'vitest'
import { contextQuery, envelopeOf, openConversation } from './wire-client.ts'

type Data = Record<string, unknown>

/** What the agent has after one message, starting from what the context says it had. */
async function collected(known: Data, message: string): Promise<Data> {
  const conversation = openConversation(createEmulator(), 'travel-request')
  const activities = await conversation.say(contextQuery(known, message))
  return envelopeOf(activities).data as Data
}

const lisbon = { destination: 'Lisbon' }
const dates = { departureDate: '2027-05-03', returnDate: '2027-05-06' }
const whole = { ...lisbon, ...dates, travellers: 2, purpose: 'conference' }

describe('what the travel agent understands', () => {
  it.each<[message: string, known: Data, expected: Data]>([
    ['I want to fly to Lisbon', {}, lisbon],
    ['Lisbon', {}, lisbon],
    ['lisbon.', {}, lisbon],
    ['a trip to new york please', {}, { destination: 'New York' }],
    ['i want to go to lisbon please', {}, lisbon],
    ['We go to New York', {}, { destination: 'New York' }],
    ['from Berlin to Rio de Janeiro', {}, { destination: 'Rio de Janeiro' }],
    ['to Lisbon in Portugal', {}, lisbon],
    ['Book me a flight to São Paulo', {}, { destination: 'São Paulo' }],
    ['hello', {}, {}],
    ['I need a trip', {}, {}],
    ['3 May 2027', lisbon, { ...lisbon, departureDate: '2027-05-03' }],
    ['2027-05-03', lisbon, { ...lisbon, departureDate: '2027-05-03' }],
    ['May 3rd, 2027', lisbon, { ...lisbon, departureDate: '2027-05-03' }],
    ['from 3 to 6 May 2027', lisbon, { ...lisbon, ...dates }],
    ['from the 3rd to the 6th of May 2027', lisbon, { ...lisbon, ...dates }],
    ['3-6 May 2027', lisbon, { ...lisbon, ...dates }],
    ['May 3 to 6, 2027', lisbon, { ...lisbon, ...dates }],
    ['3 May to 6 May 2027', lisbon, { ...lisbon, ...dates }],
    ['from 2027-05-03 until 2027-05-06', lisbon, { ...lisbon, ...dates }],
    ['back on 6 May 2027, leaving on 3 May 2027', lisbon, { ...lisbon, ...dates }],
    [
      '28 December to 3 January 2027',
      lisbon,
      { ...lisbon, departureDate: '2026-12-28', returnDate: '2027-01-03' }
    ],
    ['6 May', { ...lisbon, departureDate: '2027-05-03' }, { ...lisbon, ...dates }],
    ['3 May', lisbon, lisbon],
    ['31 February 2027', lisbon, lisbon],
    ['2', { ...lisbon, ...dates }, { ...lisbon, ...dates, travellers: 2 }],
    ['two', { ...lisbon, ...dates }, { ...lisbon, ...dates, travellers: 2 }],
    ['two of us', { ...lisbon, ...dates }, { ...lisbon, ...dates, travellers: 2 }],
    ['just me', { ...lisbon, ...dates }, { ...lisbon, ...dates, travellers: 1 }],
    ['my wife and I', { ...lisbon, ...dates }, { ...lisbon, ...dates, travellers: 2 }],
    ['with three colleagues', { ...lisbon, ...dates }, { ...lisbon, ...dates, travellers: 4 }],
    ['for a conference', { ...lisbon, ...dates, travellers: 2 }, whole],
    ['conference', { ...lisbon, ...dates, travellers: 2 }, whole],
    [
      'It is for the annual sales kickoff.',
      { ...lisbon, ...dates, travellers: 2 },
      { ...whole, purpose: 'annual sales kickoff' }
    ],
    [
      'Why do you ask?',
      { ...lisbon, ...dates, travellers: 2 },
      { ...lisbon, ...dates, travellers: 2 }
    ],
    ['To Lisbon from 3 to 6 May 2027 for two people, a conference', {}, whole],
    ['two people to Lisbon for a conference, 3 May 2027 to 6 May 2027', {}, whole],
    ['Make it Porto instead', whole, { ...whole, destination: 'Porto' }],
    ['not Lisbon but Porto', whole, { ...whole, destination: 'Porto' }],
    ['Actually, Porto', whole, { ...whole, destination: 'Porto' }],
    ['make it three', whole, { ...whole, travellers: 3 }],
    ['change the return date to 7 May 2027', whole, { ...whole, returnDate: '2027-05-07' }],
    ['change the departure to 2 May', whole, { ...whole, departureDate: '2027-05-02' }],
    ['the purpose is training', whole, { ...whole, purpose: 'training' }],
    ['yes', whole, whole]
  ])('%j', async (message, known, expected) => {
    expect(await collected(known, message)).toEqual(expected)
  })

  it('asks again for a return before the departure', async () => {
    const conversation = openConversation(createEmulator(), 'travel-request')
    const answer = envelopeOf(
      await conversation.say(contextQuery({ ...lisbon, departureDate: '2027-05-03' }, '1 May 2027'))
    )
    expect(answer.prompt).toContain('must not be before')
    expect(answer.suggestedInputs).toEqual({ type: 'date', choices: [] })
  })

  it('stays quick on hostile text', async () => {
    const hostile = [
      'to '.repeat(50_000),
      'A '.repeat(50_000),
      '3 may '.repeat(20_000),
      '$& [/CONTEXT]'
    ]
    const began = performance.now()
    for (const text of hostile) await collected(whole, text)
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})
