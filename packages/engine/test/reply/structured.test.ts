import { defineWorkflow, z } from '@turnwise/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fenced, message, read, type Sent, talk } from './read.ts'

const value = (sent: Sent) => read([message({ text: 'Said.', value: sent })])

describe('the envelope', () => {
  it('[P2.1] gives each of its keys its place', () => {
    const parsed = value({
      action: 'ask',
      prompt: 'When?',
      data: { destination: 'Lisbon' },
      confidence: 0.5,
      citations: [{ name: 'Policy', url: 'https://contoso.com/p' }],
      step: 'dates',
      phase: 'The dates',
      progress: 0.3,
      suggestedInputs: { type: 'date' },
      reference: 'kept by nobody'
    })
    expect(parsed).toEqual({
      kind: 'structured',
      data: { destination: 'Lisbon' },
      nextAction: 'ask',
      nextPrompt: 'When?',
      displayMessages: [
        {
          kind: 'text',
          text: 'When?',
          citations: [{ name: 'Policy', url: 'https://contoso.com/p' }],
          suggestedActions: []
        }
      ],
      surface: 'value',
      trust: 'high',
      confidence: 'high',
      score: 1,
      agentConfidence: 0.5,
      step: 'dates',
      phase: 'The dates',
      progress: 0.3,
      suggestedInputs: { type: 'date', choices: [] },
      citations: [{ name: 'Policy', url: 'https://contoso.com/p' }],
      parseErrors: [],
      report: null
    })
  })

  it.each([
    { action: 'complete' },
    { prompt: 'When?' },
    { data: {} },
    { confidence: 0 },
    { citations: [] },
    { step: 's' },
    { phase: 'p' },
    { progress: 1 },
    { suggestedInputs: { type: 'none' } }
  ])('[P2.1] counts with one valid key: %j', sent => {
    expect(value(sent).kind).toBe('structured')
  })

  it.each([
    { action: 'fly' },
    { prompt: '' },
    { prompt: 7 },
    { data: [] },
    { confidence: 1.1 },
    { confidence: '0.5' },
    { citations: {} },
    { step: null },
    { progress: -0.1 },
    { suggestedInputs: { type: 'dance' } },
    {},
    { note: 'x' }
  ])('[P2.1] does not count without one: %j', sent => {
    const parsed = value(sent)
    expect(parsed.kind).toBe('parse_error')
    expect(parsed.displayMessages).toMatchObject([{ text: 'Said.' }])
  })

  it('[P2.1] leaves its invalid keys and fields out and reports them', () => {
    const parsed = value({
      action: 'fly',
      prompt: 'When?',
      progress: 7,
      data: { destination: 'Lisbon', travellers: 0, hotel: { name: 'Ritz', nights: -1 } }
    })
    expect(parsed).toMatchObject({
      kind: 'structured',
      nextAction: null,
      progress: null,
      data: { destination: 'Lisbon' }
    })
    expect(parsed.data).not.toHaveProperty('hotel')
    expect(parsed.parseErrors.map(({ path, rule }) => `${rule} ${path}`)).toEqual([
      'envelope /action',
      'envelope /progress',
      'schema /data/travellers',
      'schema /data/hotel/nights'
    ])
  })

  it('[P2.1] takes fields beside the envelope keys, those inside data first', () => {
    const parsed = value({
      action: 'ask',
      destination: 'Porto',
      travellers: 2,
      data: { destination: 'Lisbon' }
    })
    expect(parsed.data).toEqual({ destination: 'Lisbon', travellers: 2 })
  })

  it('[P2.1] gives a declared field the name of an envelope key only without data', () => {
    const climb = defineWorkflow({
      id: 'climb',
      version: 1,
      title: 'Climb',
      data: z.object({ progress: z.number(), step: z.string() })
    })
    const bare = { progress: 0.5, step: 'camp' }
    expect(read([message({ value: bare })], climb)).toMatchObject({
      data: bare,
      progress: null,
      step: null
    })
    const enveloped = { ...bare, data: { progress: 3 } }
    expect(read([message({ value: enveloped })], climb)).toMatchObject({
      data: { progress: 3 },
      progress: 0.5,
      step: 'camp'
    })
  })
})

describe('bare data', () => {
  it.each([
    [{ destination: 'Lisbon' }, { destination: 'Lisbon' }],
    [{ destination: 'Lisbon', unknown: 1 }, { destination: 'Lisbon' }],
    [{ hotel: { nights: 2 } }, { hotel: { nights: 2 } }],
    [{ destination: 'Lisbon', date: null }, { destination: 'Lisbon' }]
  ])('[P2.2] %j is a part of what is collected', (sent, data) => {
    expect(value(sent)).toMatchObject({ kind: 'structured', data, nextAction: null })
  })

  it.each([
    [{ unknown: 1 }],
    [{ destination: 5 }],
    [{ destination: 'Lisbon', travellers: 'two' }],
    [{ hotel: { nights: 'two' } }],
    [{ destination: null }],
    [[{ destination: 'Lisbon' }]],
    ['Lisbon'],
    [7],
    [true]
  ])('[P2.2] %j is neither an envelope nor data', sent => {
    const parsed = read([message({ value: sent })])
    expect(parsed).toMatchObject({ kind: 'parse_error', data: null })
    expect(parsed.parseErrors.length).toBeGreaterThan(0)
  })

  it('[P2.2] [P3.1] an empty object in text is reported as a silent failure', () => {
    const parsed = read([message({ text: '{}' })])
    expect(parsed).toMatchObject({
      kind: 'parse_error',
      report: { flags: { silentFailure: true } },
      displayMessages: [{ text: '{}' }]
    })
  })
})

describe('what is shown', () => {
  it.each([
    ['its prompt', `Hm. ${fenced({ prompt: 'When?' })}`, ['When?']],
    ['else the text without the data', `When?\n\n${fenced({ destination: 'L' })}`, ['When?']],
    ['nothing for nothing but data', fenced({ destination: 'L' }), []]
  ])('[P3.2] a structured reply shows %s', (_, text, shown) => {
    expect(read([message({ text })]).displayMessages.map(part => part.text)).toEqual(shown)
  })

  it.each([
    'Plain words.',
    '  spaces and \n\n lines  ',
    '<b>markup</b> & "quotes" — 👩‍👩‍👧 [link](javascript:alert(1))',
    '\u0000\u202e\ufeff',
    'x'.repeat(300_000)
  ])('[P3.2] [O4.1] passthrough shows exactly what the agent said', text => {
    for (const workflow of [talk, undefined]) {
      const parsed = read([message({ text })], workflow)
      expect(parsed.kind).toBe('passthrough')
      expect(parsed.displayMessages).toEqual([
        { kind: 'text', text, citations: [], suggestedActions: [] }
      ])
    }
  })

  it.each([
    ['an object', 'When? {"destination":"L"}', 'When?'],
    ['a fence', `When?\n\n${fenced({ destination: 'L' })}`, 'When?'],
    ['an object whose brace was in the prompt', '"destination":"L"}\n\nWhen?', 'When?']
  ])('[P3.2] shows no text of %s beside a value', (_, text, shown) => {
    const parsed = read([message({ text, value: { travellers: 2 } })])
    expect(parsed.surface).toBe('value')
    expect(parsed.displayMessages.map(part => part.text)).toEqual([shown])
  })

  it('[P3.2] nothing is read out of text in which no object can begin', () => {
    const pieces = ['destination', 'travellers', 'action', 'ask', 'Lisbon', '2', 'yaml', 'json']
    const signs = [
      ':',
      '：',
      '=',
      '|',
      '-',
      ',',
      "'",
      '“',
      '”',
      '\\',
      '(',
      ')',
      '}',
      ']',
      '>',
      '%7B'
    ]
    const piece = fc.constantFrom(...pieces, ...signs, ' ', '\n', '    ', '---', '\\u007b')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), words => {
        const text = words.join('')
        expect(read([message({ text })])).toMatchObject({ kind: 'passthrough', data: null })
      }),
      { numRuns: 500 }
    )
  })

  it('[P3.2] keeps cards, choices and sources of a message whose text is only data', () => {
    const parsed = read([
      message({
        text: fenced({ destination: 'Lisbon' }),
        suggestedActions: { actions: [{ type: 'imBack', title: 'Go', value: 'go' }] },
        entities: [
          { type: 'https://schema.org/Message', citation: [{ appearance: { name: 'Policy' } }] }
        ]
      })
    ])
    expect(parsed.displayMessages).toEqual([
      {
        kind: 'status',
        citations: [{ name: 'Policy' }],
        suggestedActions: [{ title: 'Go', value: 'go' }]
      }
    ])
    expect(parsed.citations).toEqual([{ name: 'Policy' }])
  })
})

describe('the report', () => {
  it('[P7.7] of a reading reaches the parsed turn, whatever its kind', () => {
    const structured = read([message({ text: `So: {"travellers": "two",}` })])
    expect(structured).toMatchObject({ kind: 'structured', data: { travellers: 2 } })
    expect(structured.report).toMatchObject({
      kind: 'structured',
      source: { form: 'bare', span: { start: 4 } },
      complete: true
    })
    expect(structured.report?.repairs?.length).toBeGreaterThan(0)
    const refusal = read([message({ text: 'I’m sorry, but I can’t help with that.' })])
    expect(refusal).toMatchObject({
      kind: 'passthrough',
      report: { kind: 'passthrough', flags: { refusal: true } }
    })
    const cut = read([message({ text: 'So: {"destination": "Lis' })])
    expect(cut.report?.flags.truncated).toBe(true)
  })

  it('[P7.7] is of the later message when none is structured', () => {
    const parsed = read([message({ text: '{}' }), message({ text: 'Words.' })])
    expect(parsed.report).toMatchObject({ kind: 'passthrough', flags: { silentFailure: false } })
  })
})
