import { defineWorkflow, z } from '@turnwise/engine'
import { describe, expect, it } from 'vitest'
import { adaptive, cardOf, fenced, message, read, talk, trip } from './read.ts'

const inValue = { value: { data: { destination: 'Value' } } }
const inEntities = { entities: [{ type: 'trip', data: { destination: 'Entities' } }] }
const inCard = { attachments: [cardOf({ data: { destination: 'Card' } })] }
const inText = { text: `Well. ${fenced({ data: { destination: 'Text' } })}` }

describe('surfaces', () => {
  it.each([
    ['value', 'high', { ...inText, ...inCard, ...inEntities, ...inValue }, 'Value'],
    ['entities', 'medium', { ...inText, ...inCard, ...inEntities }, 'Entities'],
    ['card', 'medium', { ...inText, ...inCard }, 'Card'],
    ['text', 'low', inText, 'Text']
  ] as const)('[P1.1] %s, trust %s, comes before those below it', (surface, trust, sent, from) => {
    expect(read([message(sent)])).toMatchObject({
      kind: 'structured',
      surface,
      trust,
      data: { destination: from }
    })
  })

  it.each([
    ['fenced before bare', `{"travellers":9} then ${fenced({ travellers: 2 })}`, 2],
    ['fenced before a later bare one', `${fenced({ travellers: 2 })}\nthen {"travellers":9}`, 2],
    ['the later of two fences', `${fenced({ travellers: 9 })}\n\n${fenced({ travellers: 2 })}`, 2],
    ['the one of two that is the workflow’s', `{"travellers":2} or {"flights":[1]}`, 2],
    ['what is in no reasoning', '<think>{"travellers":9}</think> So: {"travellers":2}', 2]
  ])('[P1.1] text: %s', (_, text, travellers) => {
    expect(read([message({ text })]).data).toEqual({ travellers })
  })

  it.each([
    ['reasoning', '<think>{"action":"complete"}</think> When?'],
    ['nothing but reasoning', '<think>{"action":"complete"}</think>'],
    ['reasoning before a word about it', '<think>{"action":"complete"}</think> I sent [1].'],
    ['a list for people', 'Your trip:\n\nDestination: Lisbon\nTravellers: 2\n\nIs that right?'],
    ['marks of citations', 'As the policy says [1], [2].'],
    ['braces in prose', 'Write {destination} there.'],
    ['a word in quotes', '"Lisbon"']
  ])('[P1.1] [O4.1] %s in a text is no attempt at data', (_, text) => {
    const parsed = read([message({ text })])
    expect(parsed).toMatchObject({ kind: 'passthrough', data: null, parseErrors: [] })
    expect(parsed.displayMessages).toMatchObject([{ kind: 'text', text }])
  })

  it.each([
    { type: 'streaminfo', destination: 'no' },
    { type: 'StreamInfo', destination: 'no' },
    { type: 'mention', destination: 'no' },
    { type: 'clientInfo', destination: 'no' },
    { type: 'thought', destination: 'no' },
    { type: 'Place', destination: 'no' },
    { type: 'https://schema.org/Message', destination: 'no' },
    { type: 'http://schema.org/Claim', destination: 'no' },
    { '@context': 'https://schema.org', '@type': 'Message', destination: 'no' }
  ])('[P1.2] %j is the protocol’s own and no data', entity => {
    const parsed = read([message({ text: 'Hi', entities: [entity] })])
    expect(parsed).toMatchObject({ kind: 'passthrough', data: null, parseErrors: [] })
    // Control: the same entity under another name is data.
    const control = { ...entity, '@context': undefined, type: 'trip' }
    expect(read([message({ entities: [control] })]).data).toEqual({ destination: 'no' })
  })

  it('[P1.2] merges entities without their type, narrowed to the workflow’s list', () => {
    const entities = [
      { type: 'trip', destination: 'Lisbon', travellers: 1 },
      { type: 'other', travellers: 2 },
      'no entity',
      null
    ]
    expect(read([message({ entities })]).data).toEqual({ destination: 'Lisbon', travellers: 2 })
    const narrow = defineWorkflow({
      id: 'narrow',
      version: 1,
      title: 'Narrow',
      data: z.object({ destination: z.string(), travellers: z.int() }),
      surfaces: { entities: ['trip'] }
    })
    expect(read([message({ entities })], narrow).data).toEqual({
      destination: 'Lisbon',
      travellers: 1
    })
  })

  it.each([
    ['what the user said', { type: 'message', from: { role: 'user' }, ...inValue }],
    ['what the user said, in capitals', { type: 'message', from: { role: 'User' }, ...inValue }],
    ['an event', { type: 'event', name: 'status', ...inValue }],
    ['a typing activity', { type: 'typing', ...inText }],
    ['a hand-over', { type: 'event', name: 'handoff.initiate', ...inValue }],
    ['the end of the conversation', { type: 'endOfConversation', ...inValue }]
  ])('[P1.3] %s is read for no data', (_, activity) => {
    const parsed = read([activity, message({ text: 'Hello' })])
    expect(parsed).toMatchObject({ kind: 'passthrough', data: null, parseErrors: [] })
    expect(parsed.displayMessages.filter(({ kind }) => kind === 'text')).toMatchObject([
      { text: 'Hello' }
    ])
    // Control: the same from the agent as a message counts.
    const control = read([{ ...activity, type: 'message', from: { role: 'bot' } }])
    expect(control.kind).toBe('structured')
  })

  it.each([
    ['the later message', [inText, { text: fenced({ destination: 'Later' }) }], 'Later'],
    ['a better surface of an earlier one', [inValue, inText], 'Value'],
    ['entities of an earlier one before text', [inEntities, inText], 'Entities'],
    ['the later value', [inValue, { value: { destination: 'Later' } }, inText], 'Later']
  ] as const)('[P1.4] of several messages %s is read', (_, sent, destination) => {
    expect(read(sent.map(message)).data).toEqual({ destination })
  })

  it('[P1.4] shows every message, and the data of none', () => {
    const parsed = read([
      message({ text: 'First.' }),
      message({ text: `A draft: ${fenced({ destination: 'Porto' })}` }),
      message({ text: fenced({ destination: 'Faro' }) }),
      message({ text: `Now ${fenced({ destination: 'Lisbon', prompt: 'When?' })}` })
    ])
    expect(parsed.displayMessages.map(({ text }) => text)).toEqual(['First.', 'A draft:', 'When?'])
  })
})

describe('reasoning', () => {
  it.each([
    '<think>{"travellers":9}</think> So: {"note":1}',
    '<think>A draft: {"action":"complete"}</think>\n```json\n{"note":1}\n```'
  ])('[P1.1] is not fallen back to: %j', text => {
    expect(read([message({ text })])).toMatchObject({
      kind: 'parse_error',
      data: null,
      nextAction: null
    })
  })
})

describe('cards', () => {
  it.each([
    ['one button', [cardOf({ destination: 'Lisbon' })]],
    ['buttons that send the same', [cardOf({ destination: 'Lisbon' }, { destination: 'Lisbon' })]],
    ['a stringified card', [adaptive(JSON.stringify(cardOf({ destination: 'Lisbon' }).content))]],
    [
      'data of the card itself',
      [adaptive({ type: 'AdaptiveCard', data: { destination: 'Lisbon' } })]
    ]
  ])('[P1.1] reads %s', (_, attachments) => {
    expect(read([message({ attachments })])).toMatchObject({
      surface: 'card',
      data: { destination: 'Lisbon' }
    })
  })

  const lisbon = { type: 'Action.Submit', data: { destination: 'Lisbon' } }
  const porto = { type: 'Action.Execute', data: { destination: 'Porto' } }
  const withBody = (body: unknown[], actions: unknown[]) =>
    adaptive({ type: 'AdaptiveCard', version: '1.5', body, actions })

  it.each([
    ['of one card', [cardOf({ destination: 'Lisbon' }, { destination: 'Porto' })]],
    ['one with and one without data', [cardOf({ destination: 'Lisbon' }, undefined)]],
    [
      'of the cards of a carousel',
      [cardOf({ destination: 'Lisbon' }), cardOf({ destination: 'Porto' })]
    ],
    ['one in the body', [withBody([{ type: 'ActionSet', actions: [porto] }], [lisbon])]],
    [
      'one in a shown card',
      [withBody([], [lisbon, { type: 'Action.ShowCard', card: { actions: [porto] } }])]
    ],
    ['one on a container', [withBody([{ type: 'Container', selectAction: porto }], [lisbon])]]
  ])('[P2.3] buttons that differ, %s, are never merged', (_, attachments) => {
    const parsed = read([message({ text: 'Choose.', attachments })])
    expect(parsed).toMatchObject({ kind: 'passthrough', data: null })
    expect(parsed.displayMessages[0]).toMatchObject({ kind: 'text', text: 'Choose.' })
  })

  it('[P2.3] a button nobody pressed does not steer', () => {
    const attachments = [cardOf({ action: 'complete', step: 'done', destination: 'Lisbon' })]
    expect(read([message({ attachments })])).toMatchObject({
      data: { destination: 'Lisbon' },
      nextAction: null,
      step: null
    })
    // Control: what the agent says itself in the same words does.
    const value = { action: 'complete', step: 'done', destination: 'Lisbon' }
    expect(read([message({ value })])).toMatchObject({ nextAction: 'complete', step: 'done' })
  })

  it('[P2.3] an envelope behind the only button of one card counts beside a choice', () => {
    const attachments = [
      cardOf({ action: 'confirm', prompt: 'Right?', data: { destination: 'Lisbon' } }),
      cardOf({ action: 'confirm', destination: 'Lisbon' }, { action: 'change' })
    ]
    expect(read([message({ attachments })])).toMatchObject({
      nextAction: 'confirm',
      nextPrompt: 'Right?',
      data: { destination: 'Lisbon' }
    })
  })
})

describe('what falls through', () => {
  it('[P5] [P6.1] records a surface that fails and reads the next one', () => {
    const parsed = read([
      message({
        value: { note: 'none of ours' },
        entities: [{ type: 'x', travellers: 'many' }],
        attachments: [cardOf('a string'), cardOf('a string')],
        text: fenced({ destination: 'Lisbon' })
      })
    ])
    expect(parsed).toMatchObject({ kind: 'structured', surface: 'text', trust: 'low' })
    expect(parsed.parseErrors.map(({ surface, path, rule }) => ({ surface, path, rule }))).toEqual([
      { surface: 'value', path: '', rule: 'declared' },
      { surface: 'entities', path: '/travellers', rule: 'schema' },
      { surface: 'entities', path: '', rule: 'bare' }
    ])
  })

  it('[P5] tries the other candidates of a text', () => {
    const text = `${fenced({ note: 1 })} {"destination":"Lisbon"}`
    expect(read([message({ text })])).toMatchObject({ data: { destination: 'Lisbon' } })
  })

  it('[P3.1] is a parse error when everything fails, and shows the text as it is', () => {
    const text = `Well: ${fenced({ travellers: -1 })}`
    const parsed = read([message({ value: [1], text })])
    expect(parsed).toMatchObject({ kind: 'parse_error', data: null, surface: null, trust: 'low' })
    expect(parsed.displayMessages).toMatchObject([{ text }])
    expect(parsed.parseErrors).toMatchObject([
      { surface: 'value', rule: 'type' },
      { surface: 'text', path: '/travellers' },
      { surface: 'text', rule: 'bare' }
    ])
  })
})

describe('without a contract for the data', () => {
  it('[P2.4] trusts no surface', () => {
    const value = { action: 'ask', data: { anything: 1 } }
    expect(read([message({ value })], talk)).toMatchObject({
      kind: 'structured',
      surface: 'value',
      trust: 'low',
      data: { anything: 1 }
    })
    expect(read([message({ value })], trip).trust).toBe('high')
  })

  it.each([
    '{"a":1}',
    `For example:\n${fenced({ prompt: 'a cat', size: 3 })}`,
    fenced({ action: 'complete', name: 'x' }),
    fenced({ data: { a: 1 }, step: 'x' })
  ])('[P2.4] [O4.1] leaves text that does not clearly steer as it is: %j', text => {
    const parsed = read([message({ text })], talk)
    expect(parsed).toMatchObject({ kind: 'passthrough', parseErrors: [] })
    expect(parsed.displayMessages).toMatchObject([{ text }])
  })

  it('[P2.4] reads text that can only be meant for the workflow', () => {
    const text = fenced({ action: 'complete', prompt: 'Goodbye.' })
    expect(read([message({ text })], talk)).toMatchObject({
      kind: 'structured',
      trust: 'low',
      nextAction: 'complete'
    })
  })
})
