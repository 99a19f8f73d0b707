import { type JsonSchema, parseReply } from '@turnwise/parse'
import { describe, expect, it } from 'vitest'

const TEXTS: JsonSchema = { type: 'array', items: { type: 'string' } }
const NUMBERS: JsonSchema = { type: 'array', items: { type: 'number' } }

const NO_LISTS = [
  'The booking is confirmed.\n\nSources:\n[1] https://a.example',
  'It is small.\n\nReferences:\n[1] Smith, J. (2020).\n[2] Doe, J. (2021).',
  'Quelle: [1]',
  'See: [1], [2].',
  'Please choose: [Yes] [No]',
  'Transcript:\n[00:01] Hello',
  'Name: [Your Name]\nDate: [Date]',
  '[Draft]\n\nDear Anna, welcome.',
  'The type is string[].',
  'More: [[wiki]]'
]

describe('brackets that are no list', () => {
  it.each(NO_LISTS)('[P2.2] are nothing sure: %s', text => {
    for (const schema of [undefined, TEXTS, NUMBERS]) {
      expect(parseReply(text, schema && { schema })).not.toMatchObject({ confidence: 'high' })
    }
  })

  it.each([
    ['["sea","tram"]\n\nReferences:\n[1] Smith', TEXTS, ['sea', 'tram']],
    ['{"a":1}\n\nSources:\n[1] https://a.example', undefined, { a: 1 }],
    ['{"a":1}\n\nQuellen: [1], [2]', undefined, { a: 1 }],
    ['[4, 5.5]\n\nSee [1, 2] for details.', NUMBERS, [4, 5.5]],
    ['[4, 5.5]\n\nAs stated [1], and elsewhere [2, 3].', NUMBERS, [4, 5.5]]
  ])('[P2.2] are no rivals of an answer: %s', (text, schema, data) => {
    const outcome = parseReply(text, schema && { schema })
    expect(outcome).toMatchObject({ data, confidence: 'high', ambiguous: false })
  })

  it.each([
    ['Result: [5]', NUMBERS, [5]],
    ['The numbers:\n\n[1, 2, 3]', NUMBERS, [1, 2, 3]],
    ['Tags: [sea, tram]', TEXTS, ['sea', 'tram']],
    ['Tags: ["sea"] and no more', TEXTS, ['sea']],
    ['```json\n[sea]\n```', TEXTS, ['sea']],
    ['[]', TEXTS, []]
  ])('[P2.2] are told from lists: %s', (text, schema, data) => {
    expect(parseReply(text, { schema })).toMatchObject({ data, confidence: 'high' })
  })
})

const TRIP: JsonSchema = { type: 'object', properties: { city: { type: 'string' } } }

describe('empty brackets', () => {
  it.each([
    'It returns [] when nothing is found.',
    '[] is returned when nothing is found.',
    'Call foo() with {} as options.',
    'Call `foo({})` first.',
    'The default is `[]`.',
    'Use [[]] for a list in a list.',
    'TODO: - [ ] buy - [x] sell',
    'Er gibt [] zurück, wenn nichts da ist.'
  ])('[P2.2] in the middle of a sentence are nothing sure: %s', text => {
    for (const schema of [undefined, TEXTS, TRIP]) {
      expect(parseReply(text, schema && { schema })).not.toMatchObject({ confidence: 'high' })
    }
  })

  it.each([
    '[]',
    'Tags: []',
    'The tags are:\n\n[]',
    'There are none. []',
    'The answer is: `[]`.',
    'Nothing found:\n[]\nAnything else?',
    'Here they are: [] Shall I look again?',
    '```json\n[]\n```',
    '<answer>[]</answer>',
    '结果：[]'
  ])('[P2.2] may be an answer: %s', text => {
    for (const schema of [undefined, TEXTS]) {
      expect(parseReply(text, schema && { schema })).toMatchObject({ data: [], confidence: 'high' })
    }
  })

  it('[P2.2] are no rivals of an answer', () => {
    expect(parseReply('{"a":1}\n\nIt is {} where nothing is known.')).toMatchObject({
      data: { a: 1 },
      confidence: 'high',
      ambiguous: false
    })
  })
})

describe('a fence of code', () => {
  it.each([
    ['```python\n[0, 1]\n```', NUMBERS],
    ['```js\n[a, b]\n```', TEXTS],
    ['```go\n[]\n```', TEXTS]
  ])('[P2.2] holds nothing sure without keys that are asked for: %s', (text, schema) => {
    expect(parseReply(text, { schema })).not.toMatchObject({ confidence: 'high' })
  })

  it.each([
    ['```json\n[0, 1]\n```', NUMBERS],
    ['```\n[0, 1]\n```', NUMBERS],
    [
      "```python\n[{'n': 1}]\n```",
      {
        type: 'array',
        items: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
      } satisfies JsonSchema
    ]
  ])('[P2.2] is told from data: %s', (text, schema) => {
    expect(parseReply(text, { schema })).toMatchObject({ confidence: 'high' })
  })
})
