import { defineWorkflow, type Workflow, z } from '@turnwise/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalise } from '../../src/reply/normalise.ts'
import { fenced, message, read, talk, trip } from './read.ts'

const withValidator = (field: z.ZodType): Workflow =>
  defineWorkflow({ id: 'w', version: 1, title: 'W', data: z.object({ field }) })

/** Everything a parsed turn must be, whatever it was made of. */
const checkTurn = (parsed: ReturnType<typeof read>): void => {
  expect(['structured', 'passthrough', 'parse_error']).toContain(parsed.kind)
  // Through text and back: nothing in it is lost, deep or no JSON.
  expect(JSON.parse(JSON.stringify(parsed))).toEqual(parsed)
  expect(JSON.stringify(parsed).isWellFormed()).toBe(true)
  for (const { got } of parsed.parseErrors) expect(got.length).toBeLessThanOrEqual(80)
  if (parsed.kind === 'passthrough')
    expect([parsed.data, parsed.nextAction, parsed.surface]).toEqual([null, null, null])
}

const anyJson = fc.jsonValue({ maxDepth: 6 })
const hostileKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
  'data',
  'action',
  'destination',
  'type'
)
const hostileObject = fc.dictionary(hostileKey, fc.oneof(anyJson, fc.constant({ toString: 1 })))
const anything = fc.oneof(anyJson, hostileObject, fc.array(hostileObject, { maxLength: 3 }))
const anyActivity = fc.record(
  {
    type: fc.oneof(
      { weight: 5, arbitrary: fc.constant('message') },
      fc.constantFrom('event', 'handoff', 'endOfConversation', 'typing', '')
    ),
    from: anything,
    text: fc.oneof(fc.string({ unit: 'binary' }), fc.json(), anything),
    value: anything,
    name: anything,
    entities: fc.oneof(
      anything,
      fc.array(
        fc.record({
          type: fc.oneof(fc.constant('https://schema.org/Message'), anything),
          citation: anything
        })
      )
    ),
    attachments: fc.oneof(
      anything,
      fc.array(
        fc.record({
          contentType: fc.oneof(
            anything,
            fc
              .constantFrom('adaptive', 'hero', 'oauth')
              .map(kind => `application/vnd.microsoft.card.${kind}`)
          ),
          content: fc.oneof(
            anything,
            fc.record({
              type: fc.constant('AdaptiveCard'),
              data: anything,
              actions: anything,
              body: anything
            }),
            fc.record({ title: anything, images: anything, buttons: anything })
          ),
          contentUrl: anything,
          name: anything
        }),
        { maxLength: 3 }
      )
    ),
    suggestedActions: fc.oneof(anything, fc.record({ actions: anything }))
  },
  { requiredKeys: ['type'] }
)

describe('reading never throws', () => {
  it('[P4] whatever text arrives as an activity', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), { maxLength: 4 }),
        raws => {
          checkTurn(read(raws))
        }
      ),
      { numRuns: 500 }
    )
  })

  it('[P4] whatever stands in the fields of an activity', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(
        fc.array(anyActivity, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(trip, talk),
        (activities, workflow) => checkTurn(read(activities, workflow))
      ),
      { numRuns: 1500 }
    )
  })

  it('[P4] whatever a message says', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.json().map(fenced)),
        text => {
          checkTurn(read([message({ text })]))
        }
      ),
      { numRuns: 500 }
    )
  })

  const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

  it.each([
    ['a value', `{"type":"message","value":${deep(20_000)}}`],
    ['an entity', `{"type":"message","entities":[${deep(20_000)}]}`],
    ['a card', `{"type":"message","attachments":[${deep(20_000)}]}`],
    ['lists', `{"type":"message","value":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ['a type', `{"type":${deep(20_000)}}`]
  ])('[P4] at 20,000 levels in %s: the activity is reported and the rest is read', (_, raw) => {
    const parsed = read([raw, message({ text: 'Hello' })])
    expect(parsed).toMatchObject({ kind: 'passthrough', displayMessages: [{ text: 'Hello' }] })
    expect(parsed.parseErrors).toMatchObject([{ activity: 0, rule: 'activity' }])
  })

  it.each([
    ['bare', deep(20_000)],
    ['fenced', `\`\`\`json\n${deep(20_000)}\n\`\`\``],
    ['an envelope', `{"data":${deep(20_000)}}`]
  ])('[P4] at 20,000 levels in a text: %s', (_, text) => {
    checkTurn(read([message({ text })]))
  })

  it.each([
    [63, 'structured'],
    [64, 'passthrough']
  ])('[P4] reads up to 64 levels: an activity with %i inside is %s', (levels, kind) => {
    const loose = defineWorkflow({
      id: 'loose',
      version: 1,
      title: 'Loose',
      data: z.object({ a: z.unknown() })
    })
    const parsed = read([`{"type":"message","value":${deep(levels)}}`], loose)
    expect(parsed.kind).toBe(kind)
    expect(parsed.parseErrors).toHaveLength(kind === 'structured' ? 0 : 1)
  })

  it.each([
    [
      'a validator that throws',
      z.string().refine(() => {
        throw new Error('mine')
      })
    ],
    ['a validator that waits', z.string().refine(async () => true)],
    [
      'a validator that fails later',
      z.string().refine(async () => {
        throw new Error('later')
      })
    ],
    [
      'a preprocess that throws',
      z.preprocess(() => {
        throw new Error('pre')
      }, z.string())
    ]
  ])('[P4] with %s the value is refused', async (_, field) => {
    const unheard: unknown[] = []
    const hear = (reason: unknown): unknown => unheard.push(reason)
    process.on('unhandledRejection', hear)
    try {
      const parsed = read([message({ value: { field: 'x' } })], withValidator(field))
      expect(parsed).toMatchObject({ kind: 'parse_error', data: null })
      // Time enough for what nobody waits for.
      await new Promise(resolve => setTimeout(resolve, 5))
      expect(unheard).toEqual([])
    } finally {
      process.off('unhandledRejection', hear)
    }
    // Control: the same schema with a validator that answers.
    expect(read([message({ value: { field: 'x' } })], withValidator(z.string())).data).toEqual({
      field: 'x'
    })
  })

  it('[P4] control: asking the schema directly would leave a rejection behind', async () => {
    const unheard: unknown[] = []
    const hear = (reason: unknown): unknown => unheard.push(reason)
    // Only ours may listen: the runner would take the control for a failure.
    const others = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', hear)
    try {
      const field = z.string().refine(async () => Promise.reject(new Error('later')))
      expect(() => field.safeParse('x')).toThrow()
      await new Promise(resolve => setTimeout(resolve, 5))
      expect(unheard).toHaveLength(1)
    } finally {
      process.off('unhandledRejection', hear)
      for (const other of others) process.on('unhandledRejection', other)
    }
  })

  it.each([
    ['value', { value: JSON.parse('{"__proto__":{"polluted":1},"destination":"Lisbon"}') }],
    ['entities', { entities: [JSON.parse('{"__proto__":{"polluted":1},"destination":"Lisbon"}')] }],
    ['text', { text: '{"__proto__":{"polluted":1},"destination":"Lisbon"}' }],
    [
      'envelope',
      {
        text: '{"action":"ask","data":{"__proto__":{"x":1},"constructor":1,"destination":"Lisbon"}}'
      }
    ]
  ])('[P4] prototype keys in %s are left out', (_, sent) => {
    const parsed = read([message(sent)])
    expect(parsed.data).toEqual({ destination: 'Lisbon' })
    expect(Object.keys(parsed.data ?? {})).toEqual(['destination'])
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('[P4] prototype keys inside a value of any kind are left out', () => {
    const loose = defineWorkflow({
      id: 'loose',
      version: 1,
      title: 'Loose',
      data: z.object({ any: z.unknown() })
    })
    const sent = '{"any":[{"__proto__":{"polluted":1},"a":"b"}]}'
    for (const activity of [message({ value: JSON.parse(sent) }), message({ text: sent })]) {
      const parsed = read([activity], loose)
      expect(JSON.stringify(parsed.data)).toBe('{"any":[{"a":"b"}]}')
    }
  })

  it('[P4] tells at most 80 characters of what was wrong, and no half of a pair', () => {
    const long = `${'x'.repeat(79)}👍👍`
    const wrong = { travellers: long, date: long, [long]: 1, hotel: { [long]: 1, nights: long } }
    const { parseErrors } = read([message({ value: wrong })])
    expect(parseErrors.length).toBeGreaterThanOrEqual(4)
    for (const { got } of parseErrors) {
      expect(got.length).toBeLessThanOrEqual(80)
      expect(got.isWellFormed()).toBe(true)
    }
  })

  it('[P4] lone surrogates are replaced, pairs stay', () => {
    const raw = '{"type":"message","text":"a\\ud800b 👍","value":{"destination":"\\udc00 👍"}}'
    const parsed = read([raw])
    expect(parsed.data).toEqual({ destination: '\ufffd 👍' })
    expect(parsed.displayMessages[0]?.text).toBe('a\ufffdb 👍')
  })

  it('[P4] 200 activities with 50 cards each, and texts of a megabyte, in bounded time', () => {
    const card = { contentType: 'application/vnd.microsoft.card.hero', content: { title: 'T' } }
    const crowd = message({ text: 'x', attachments: Array.from({ length: 60 }, () => card) })
    const began = performance.now()
    const parsed = read(Array.from({ length: 200 }, () => crowd))
    expect(parsed.displayMessages).toHaveLength(200 * 51)
    expect(parsed.parseErrors).toHaveLength(200)
    for (const text of [
      '{'.repeat(1_000_000),
      'Error code: '.repeat(80_000),
      '\n'.repeat(1_000_000)
    ])
      checkTurn(read([message({ text })]))
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it('[P4] no activities at all', () => {
    expect(normalise([], {})).toEqual({ messages: [], problems: [], throttled: null })
    expect(read([])).toMatchObject({ kind: 'passthrough', displayMessages: [] })
  })
})
