import { describe, expect, it } from 'vitest'
import { type JsonSchema, type Outcome, type ParseOptions, parseReply } from '../src/index.ts'

const trip: JsonSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city', 'days']
}
const level: JsonSchema = { enum: ['LOW', 'MEDIUM', 'HIGH'] }
const tags: JsonSchema = { type: 'array', items: { type: 'string' } }
const trips: JsonSchema = { type: 'array', items: trip }
const optional: JsonSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } }
}
const nested: JsonSchema = {
  type: 'object',
  properties: { trip, note: { type: 'string' } },
  required: ['trip']
}
const rome = { city: 'Rome', days: 3 }
const ROME = '{"city":"Rome","days":3}'
const OSLO = '{"city":"Oslo","days":9}'
const NOTHING = Symbol('no data')

type Probe = readonly [
  name: string,
  text: string,
  schema: JsonSchema,
  data: unknown,
  options?: ParseOptions
]

const PROBES: readonly Probe[] = [
  // drafts and reasoning
  ['a draft in reasoning, the answer behind it', `<think>Maybe ${OSLO}</think>${ROME}`, trip, rome],
  [
    'a draft in reasoning, a refusal behind it',
    `<think>${ROME}</think>I cannot book that.`,
    trip,
    NOTHING
  ],
  ['reasoning that is only closed', `maybe ${OSLO}\n</think>\n${ROME}`, trip, rome],
  [
    'reasoning with a fence in it',
    `<thinking>\n\`\`\`json\n${OSLO}\n\`\`\`\n</thinking>\n${ROME}`,
    trip,
    rome
  ],
  ['a stray brace in reasoning', `<think>I open a { here</think>\n${ROME}`, trip, rome],
  [
    'reasoning tags inside of a string',
    '{"city":"<think>Rome</think>","days":3}',
    trip,
    { city: '<think>Rome</think>', days: 3 }
  ],
  ['a first draft and the final answer', `First draft: ${OSLO}\nFinal answer: ${ROME}`, trip, rome],
  [
    'a final answer and then the draft',
    `Final answer: ${ROME}\nMy first draft was ${OSLO}`,
    trip,
    rome
  ],
  // examples
  ['an example before', `For example: ${OSLO}\nSo here it is:\n${ROME}`, trip, rome],
  ['an example after', `${ROME}\n\nAnother example would be ${OSLO}`, trip, rome],
  ['the format before', `The format is ${OSLO}.\n\n${ROME}`, trip, rome],
  [
    'an example in a fence after',
    `${'```json\n'}${ROME}\n${'```'}\nAn example of a longer trip:\n${'```json\n'}${OSLO}\n${'```'}`,
    trip,
    rome
  ],
  ['a German example', `Beispiel: ${OSLO}\n\nErgebnis: ${ROME}`, trip, rome],
  // self-correction
  ['a correction', `${OSLO}\nWait, that is wrong. Corrected:\n${ROME}`, trip, rome],
  ['a correction in prose', `I said ${OSLO}, but actually ${ROME}`, trip, rome],
  ['an outdated answer behind', `${ROME} replaces the outdated ${OSLO}`, trip, rome],
  // schema echo
  ['the schema repeated', `${JSON.stringify(trip)}\n${ROME}`, trip, rome],
  ['the schema repeated behind', `${ROME}\nSchema used: ${JSON.stringify(trip)}`, trip, rome],
  ['nothing but the schema', JSON.stringify(trip), trip, NOTHING],
  ['a template with types', '{"city":"string","days":"integer"}', trip, NOTHING],
  // quoted user JSON
  ['what the user sent', `You sent ${OSLO}. I changed it to ${ROME}`, trip, rome],
  ['a quoted line', `> ${OSLO}\n\n${ROME}`, trip, rome],
  ['a quoted line behind', `${ROME}\n\n> ${OSLO}`, trip, rome],
  [
    'the input repeated in a fence',
    `Input:\n\`\`\`json\n${OSLO}\n\`\`\`\nOutput:\n\`\`\`json\n${ROME}\n\`\`\``,
    trip,
    rome
  ],
  // double encoding and wrappers
  ['double encoding', JSON.stringify(ROME), trip, rome],
  ['double encoding in a field', JSON.stringify({ trip: ROME }), nested, { trip: rome }],
  [
    'JSON text where text is asked for',
    '{"city":"{\\"a\\":1}","days":3}',
    trip,
    { city: '{"a":1}', days: 3 }
  ],
  [
    'a tool call with arguments as text',
    JSON.stringify({ name: 'book', arguments: ROME }),
    trip,
    rome
  ],
  [
    'a tool call with arguments',
    `<tool_call>{"name":"book","arguments":${ROME}}</tool_call>`,
    trip,
    rome
  ],
  ['a tool call in tokens', `<|tool_call|>${ROME}`, trip, rome],
  ['a wrapper', `{"result":${ROME}}`, trip, rome],
  ['two wrappers', `{"data":{"result":${ROME}}}`, trip, rome],
  ['a list of one', `[${ROME}]`, trip, rome],
  ['a list of two where one is asked for', `[${OSLO},${ROME}]`, trip, NOTHING],
  // languages, directions and scripts
  [
    'German numbers',
    '{"city":"Köln","days":"1.200"}',
    { ...trip, properties: { city: { type: 'string' }, days: { type: 'number' } } },
    { city: 'Köln', days: 1.2 }
  ],
  ['Arabic text and digits', '{"city":"القاهرة","days":"٣"}', trip, { city: 'القاهرة', days: 3 }],
  ['a Hebrew sentence around', `הנה התשובה: ${ROME} תודה`, trip, rome],
  ['Chinese quotes', '{“city”：“罗马”，"days":3}', trip, { city: '罗马', days: 3 }],
  ['smart quotes', '{“city”: “Rome”, “days”: 3}', trip, rome],
  ['emoji', '{"city":"🏛️ Rome","days":3}', trip, { city: '🏛️ Rome', days: 3 }],
  ['a key with an accent', '{"Cíty":"Rome","DAYS ":3}', trip, rome],
  // numbers
  [
    'a huge integer as text',
    '{"city":"Rome","days":3,"id":12345678901234567890}',
    {
      ...trip,
      properties: { city: { type: 'string' }, days: { type: 'integer' }, id: { type: 'string' } }
    },
    { ...rome, id: '12345678901234567890' }
  ],
  ['a date where a number is asked for', '{"city":"Rome","days":"2024-01-02"}', trip, NOTHING],
  ['a range where a number is asked for', '{"city":"Rome","days":"2-3"}', trip, NOTHING],
  ['no number at all', '{"city":"Rome","days":"many"}', trip, NOTHING],
  ['an infinite number', '{"city":"Rome","days":1e999}', trip, NOTHING],
  ['a number in words', '{"city":"Rome","days":"three"}', trip, rome],
  ['a version', 'v2', { type: 'integer' }, NOTHING],
  ['two numbers', 'Between 3 and 4.', { type: 'integer' }, NOTHING],
  // hostile keys
  ['__proto__', '{"__proto__":{"days":9},"city":"Rome","days":3}', trip, rome],
  ['duplicate keys', '{"city":"Oslo","city":"Rome","days":3}', trip, rome],
  ['constructor', '{"constructor":1,"city":"Rome","days":3,}', trip, rome],
  // placeholders, nothing, refusal
  ['placeholders in prose', 'Dear {name}, your trip to {{city}} is booked.', trip, NOTHING],
  ['citations', 'Rome is old [1], very old [2].', tags, NOTHING],
  ['links and boxes', '- [x] done\n- [ ] see [Rome](https://example.org)', tags, NOTHING],
  ['an empty object', '{}', trip, NOTHING],
  ['a refusal', 'I’m sorry, but I can’t do that.', trip, NOTHING],
  [
    'null for a list',
    '{"tags":null}',
    { type: 'object', properties: { tags }, required: ['tags'] },
    NOTHING
  ],
  [
    'an unknown choice',
    '{"level":"URGENT"}',
    { type: 'object', properties: { level }, required: ['level'] },
    NOTHING
  ],
  ['a denied choice', 'It is not HIGH.', level, NOTHING],
  ['two choices', 'LOW or HIGH', level, NOTHING],
  ['a choice in prose', 'I would say it is high.', level, 'HIGH'],
  ['yes and true at odds', 'No, that is not true.', { type: 'boolean' }, NOTHING],
  ['only unknown keys', '{"colour":"red"} is my favourite.', optional, {}],
  // truncation
  ['cut in a string', '{"city":"Rome","days":3,"note":"I thi', trip, rome],
  ['cut before a required value', '{"city":"Rome","days":', trip, NOTHING],
  [
    'cut inside of a required choice',
    '{"level":"HI',
    { type: 'object', properties: { level }, required: ['level'] },
    NOTHING
  ],
  // unescaped content
  [
    'quotes inside',
    '{"city":"the "eternal" city","days":3}',
    trip,
    { city: 'the "eternal" city', days: 3 }
  ],
  [
    'quotes and a comma inside',
    '{"city":"the "eternal", "old" city","days":3}',
    trip,
    { city: 'the "eternal", "old" city', days: 3 }
  ],
  [
    'quotes inside, and bare keys behind',
    '{city: "the "eternal" city", days: 3}',
    trip,
    { city: 'the "eternal" city', days: 3 }
  ],
  [
    'JSON inside of text',
    '{"city":"a {"x": 1, "y": 2} b","days":3}',
    trip,
    { city: 'a {"x": 1, "y": 2} b', days: 3 }
  ],
  ['brackets inside', '{"city":"a } b ] c","days":3,}', trip, { city: 'a } b ] c', days: 3 }],
  [
    'a fence inside of a string',
    '```json\n{"city":"use\n```\ncode\n```\nhere","days":3}\n```',
    trip,
    { city: 'use\n```\ncode\n```\nhere', days: 3 }
  ],
  [
    'a URL without quotes',
    '{city: https://example.org/a?b=c, days: 3}',
    trip,
    { city: 'https://example.org/a?b=c', days: 3 }
  ],
  // other forms
  ['YAML', '```yaml\ncity: Rome\ndays: 3\n```', trip, rome],
  ['a table', '| City | Days |\n|---|---|\n| Rome | 3 |', trips, [rome]],
  ['a list of keys and values', 'Your trip:\n- **City:** Rome\n- **Days:** 3', trip, rome],
  ['keys said twice', 'city: Rome\ndays: 3\ncity: Oslo', trip, NOTHING],
  ['JSON lines', `${OSLO}\n${ROME}`, trips, [{ city: 'Oslo', days: 9 }, rome]],
  ['code that is no data', '```python\nprint({"a": 1})\n```\nRun it.', trip, NOTHING],
  [
    'the answer beside code',
    `\`\`\`python\nbook(${OSLO})\n\`\`\`\n\`\`\`json\n${ROME}\n\`\`\``,
    trip,
    rome
  ]
]

describe('probes', () => {
  const named = PROBES.map(([name, text, schema, data, options]) => ({
    name,
    text,
    schema,
    data,
    options
  }))
  it.each(named)('reads $name', ({ text, schema, data, options }) => {
    const outcome = parseReply(text, { ...options, schema })
    expect(dataOf(outcome)).toEqual(data)
  })

  it('[P7.3] flags two answers of which nothing says which one holds', () => {
    const outcome = parseReply(`Either ${OSLO} or ${ROME}`, { schema: trip })
    expect(outcome).toMatchObject({ ambiguous: true, data: rome, confidence: 'medium' })
    expect(outcome.kind === 'structured' && outcome.alternatives[0]?.data).toEqual({
      city: 'Oslo',
      days: 9
    })
  })

  it.each([
    `Here is your data: ${ROME}`,
    `Based on your input, the trip is: ${ROME}`,
    `Here is the JSON in the requested format: ${ROME}`,
    `The user asked for three days, so: ${ROME}`,
    `This matches your schema: ${ROME}`
  ])('[P7.2] is sure of a plain answer: %s', text => {
    expect(parseReply(text, { schema: trip })).toMatchObject({ data: rome, confidence: 'high' })
  })

  it.each([
    `For example: ${ROME}`,
    `${ROME}\nActually, make that four days.`,
    '{"city":"<city>","days":0}',
    '{"city":"string","days":0}',
    '{"city":"Rome","days":3.5}',
    'City: Rome\nDays: 3',
    '{"city":["Rome","Oslo"],"days":3}',
    `<think>${ROME}`
  ])('[P7.2] is not sure of %s', text => {
    const outcome = parseReply(text, { schema: trip })
    expect(outcome.kind === 'structured' && outcome.confidence).not.toBe('high')
  })

  it.each(['body { color: red; margin: 0 }', '```js\nconst x = { a: 1 }\n```'])(
    '[P7.2] is not sure of code without a schema: %s',
    text => {
      const outcome = parseReply(text)
      expect(outcome.kind === 'structured' && outcome.confidence).not.toBe('high')
    }
  )

  it('[P7.3] picks the first, the last, or refuses to pick', () => {
    const text = `Either ${OSLO} or ${ROME}`
    expect(dataOf(parseReply(text, { schema: trip, pick: 'first' }))).toEqual({
      city: 'Oslo',
      days: 9
    })
    expect(dataOf(parseReply(text, { schema: trip, pick: 'last' }))).toEqual(rome)
    const refused = parseReply(text, { schema: trip, pick: 'only' })
    expect(refused.kind === 'parse_error' && refused.issues[0]?.rule).toBe('only')
  })

  it('[P7.3] thinks no alternative likelier than what it took', () => {
    const outcome = parseReply(`Either ${OSLO} or ${ROME}`, { schema: trip })
    if (outcome.kind !== 'structured') throw new TypeError(outcome.kind)
    expect(outcome.alternatives[0]?.score).toBeLessThanOrEqual(outcome.score)
  })

  it.each(['"x"', 'null', 'true', '"3 days in Rome"'])(
    '[P7.5] takes %s for no attempt where an object is asked for',
    text => {
      expect(parseReply(text, { schema: trip }).kind).toBe('passthrough')
      expect(parseReply(text, { schema: trip, strict: true }).kind).toBe('parse_error')
      expect(parseReply(text, { schema: level }).kind).toBe('parse_error')
    }
  )

  it('[P7.2] says when there were more repairs than it lists, of which harmless ones change little', () => {
    const items = (count: number) => `[${"'a',".repeat(count)}]`
    const few = parseReply(items(400), { schema: tags })
    const many = parseReply(items(4000), { schema: tags })
    expect(few.flags.limits).toEqual([])
    expect(many.flags.limits).toEqual(['repairs'])
    for (const outcome of [few, many]) {
      if (outcome.kind !== 'structured') throw new TypeError(outcome.kind)
      expect(outcome.repairs.length).toBeLessThanOrEqual(1000)
      expect(outcome.confidence).toBe('high')
    }
  })

  it('[P7.4] says where the value breaks off, and what the channel said', () => {
    const text = 'Sure: {"city":"Rome","days":3,"note":"I thi'
    const outcome = parseReply(text, { schema: trip })
    expect(outcome).toMatchObject({
      complete: false,
      truncatedAt: text.length,
      flags: { truncated: true }
    })
    expect(outcome.kind === 'structured' && outcome.confidence).not.toBe('high')
    expect(parseReply('Hello', { finishReason: 'length' }).flags.truncated).toBe(true)
  })

  it('[P7.4] drops a key without a value, or completes it to null', () => {
    expect(dataOf(parseReply('{"a":1,"b":'))).toEqual({ a: 1 })
    const schema: JsonSchema = {
      type: 'object',
      properties: { a: true, b: { type: ['string', 'null'] } },
      required: ['a']
    }
    expect(dataOf(parseReply('{"a":1,"b":', { schema, incomplete: 'null' }))).toEqual({
      a: 1,
      b: null
    })
    expect(dataOf(parseReply('{"a":1,"b":', { incomplete: 'null' }))).toEqual({ a: 1, b: null })
  })

  it('[P7.5] flags silence that looks like data', () => {
    expect(parseReply('```json\n{}\n```', { schema: trip }).flags.silentFailure).toBe(true)
    expect(parseReply('{}', { schema: optional }).flags.silentFailure).toBe(true)
    expect(parseReply('{}').flags.silentFailure).toBe(false)
    expect(parseReply('', { finishReason: 'content_filter' }).flags.refusal).toBe(true)
  })

  it('accepts nothing but fitting JSON when strict', () => {
    const strict = { schema: trip, strict: true }
    expect(dataOf(parseReply(ROME, strict))).toEqual(rome)
    for (const text of [
      `Here: ${ROME}`,
      '{"city":"Rome","days":"3"}',
      '{"city":"Rome","days":3,"x":1}',
      ''
    ]) {
      expect(parseReply(text, strict).kind).toBe('parse_error')
    }
  })
})

function dataOf(outcome: Outcome): unknown {
  return outcome.kind === 'structured' ? outcome.data : NOTHING
}
