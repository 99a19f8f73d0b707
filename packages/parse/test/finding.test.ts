import { describe, expect, it } from 'vitest'
import { type JsonSchema, parseReply } from '../src/index.ts'

const text: JsonSchema = { type: 'string' }
const person: JsonSchema = {
  type: 'object',
  properties: { name: text, age: { type: 'integer' } },
  required: ['name', 'age']
}
const people: JsonSchema = { type: 'array', items: person }
const ann = { name: 'Ann', age: 31 }
const ANN = '{"name":"Ann","age":31}'
const BOB = '{"name":"Bob","age":32}'
const bob = { name: 'Bob', age: 32 }
const fenced = (json: string) => `\`\`\`json\n${json}\n\`\`\``

describe('forms to fill in', () => {
  it.each([
    '{"title":"Your weekly report"}',
    '{"msg":"your order is ready"}',
    '{"label":"[WIP]","n":3}',
    '{"unit":"number","x":3}',
    '{"tag":"<br>","count":2}',
    '{"from":"<ann@x.org>"}',
    '{"payload":"{\\"a\\":1}"}',
    '{"arguments":"{\\"city\\":\\"Rome\\"}"}',
    '{"ids":"[1,2,3]"}',
    JSON.stringify(ANN)
  ])('[P7.2] are not seen in %s', written => {
    expect(parseReply(written, { mode: 'document' })).toMatchObject({ confidence: 'high' })
  })

  it('[P7.2] are not seen in a choice of the schema', () => {
    const schema = { type: 'object', properties: { format: { enum: ['text', 'json'] } } }
    expect(parseReply('{"format":"text"}', { schema })).toMatchObject({ confidence: 'high' })
    const free = { type: 'object', properties: { format: text } }
    expect(parseReply('{"format":"text"}', { schema: free })).toMatchObject({ confidence: 'low' })
  })

  it.each([
    '{"name":"<name>","age":0}',
    '{"name":"<full name>","age":31}',
    '{"name":"...","age":31}',
    '{"name":"{{name}}","age":31}',
    '{"name":"Your name","age":0}',
    '{"name":"your full name","age":0}',
    '{"name":"string","age":0}',
    JSON.stringify('{"name":"<name>","age":0}')
  ])('[P7.2] control: are seen in %s', written => {
    expect(parseReply(written, { schema: person })).toMatchObject({ confidence: 'low' })
  })
})

describe('objects that are one list', () => {
  const many = (count: number, between: string) =>
    Array.from({ length: count }, (_, at) => `{"name":"N${at}","age":${at}}`).join(between)

  it.each(['\n', ', ', '\n\n', '\n1. '])('[P4] are all kept, however many (%j)', between => {
    const outcome = parseReply(many(300, between), { schema: people })
    expect(outcome).toMatchObject({ confidence: 'high', flags: { limits: [] }, alternatives: [] })
    expect(outcome.kind === 'structured' && outcome.data).toHaveLength(300)
  })

  it('[P4] control: objects amid words count against the limit, and nothing is sure behind it', () => {
    const read = (count: number) => parseReply(many(count, '\nor rather '), { schema: person })
    expect(read(100)).toMatchObject({ confidence: 'medium', flags: { limits: ['candidates'] } })
    const last = parseReply(`${ANN}${' {x}'.repeat(3)}`, { schema: person })
    expect(last).toMatchObject({ confidence: 'high', flags: { limits: [] } })
  })

  it.each([
    `First: ${ANN}. Second: ${BOB}.`,
    `## First\n${ANN}\n## Next\n${BOB}`,
    `${fenced(ANN)}\nItem 2:\n${fenced(BOB)}`
  ])('[P7.3] are gathered over words that count them, which is a guess: %s', written => {
    expect(parseReply(written, { schema: people })).toMatchObject({
      data: [ann, bob],
      confidence: 'medium'
    })
  })

  it('[P7.3] are gathered over the word between them', () => {
    expect(parseReply(`${fenced(ANN)}\nand\n${fenced(BOB)}`, { schema: people })).toMatchObject({
      data: [ann, bob]
    })
  })

  it('[P7.3] lose what breaks off, not what came before', () => {
    expect(parseReply(`${ANN}\n${BOB}\n{"name":"C","a`, { schema: people })).toMatchObject({
      data: [ann, bob],
      complete: false
    })
  })

  it.each([
    `${ANN}\nCorrected:\n${BOB}`,
    `${ANN}\n## Second attempt\n${BOB}`,
    `${ANN}\nor\n${BOB}`
  ])('[P7.3] control: another go is no second item: %s', written => {
    const outcome = parseReply(written, { schema: people })
    expect(outcome.kind === 'structured' && outcome.data).toHaveLength(1)
  })
})

describe('replies that begin inside of an object', () => {
  it.each([
    '"name": "Ann", "age": 31}',
    '"name": "Ann", "age": 31}\n\nThis is it.',
    '"name": "Ann", "addr": {"name":"Home","age":9}, "age": 31}',
    '\n  "name": "Ann",\n  "addr": {"name":"Home","age":9},\n  "age": 31\n}'
  ])('[P7.1] are read whole: %s', written => {
    expect(parseReply(written, { schema: person })).toMatchObject({
      data: ann,
      confidence: 'high',
      repairs: [{ code: 'braces_added' }]
    })
  })

  it.each(['name": "Ann", "age": 31}', '"name": "Ann", "age": 31'])(
    '[P7.2] are not sure where more is missing: %s',
    written => {
      expect(parseReply(written, { schema: person })).toMatchObject({
        data: ann,
        confidence: 'medium'
      })
    }
  )

  it('[P7.2] give no member for the answer', () => {
    const member = parseReply(`lost, "addr": ${ANN}, lost}`, { schema: person })
    expect(member).toMatchObject({ data: ann, confidence: 'medium' })
    const alone = parseReply(`the addr: ${ANN}`, { schema: person })
    expect(alone).toMatchObject({ data: ann, confidence: 'high' })
  })
})

describe('conversations that go on', () => {
  it.each([
    `${ANN}\n\nHuman: extract Bob\n\nAssistant: ${BOB}`,
    `${ANN}\nUser: now Bob\nAssistant: ${BOB}`,
    `${ANN}<|im_end|>\n<|im_start|>user\nnow Bob<|im_end|>\n<|im_start|>assistant\n${BOB}`,
    `${ANN}\n\n### Instruction:\nnow Bob\n\n### Response:\n${BOB}`
  ])('[P7.2] end with the first answer: %s', written => {
    expect(parseReply(written, { schema: person })).toMatchObject({
      data: ann,
      confidence: 'high',
      ambiguous: false
    })
  })

  it('[P7.2] control: have no answer yet where the user speaks', () => {
    const written = `User: extract Bob\nAssistant: ${BOB}`
    expect(parseReply(written, { schema: person })).toMatchObject({
      data: bob,
      confidence: 'high'
    })
  })
})

describe('numbers in brackets', () => {
  const numbers: JsonSchema = { type: 'array', items: { type: 'integer' } }

  it('[P7.2] are no sure list where they may be references', () => {
    const cited = parseReply('As shown in [1] and [2, 3], this holds.', { schema: numbers })
    expect(cited.kind === 'structured' && cited.confidence).not.toBe('high')
  })

  it.each(['The primes are [2, 3, 5].', 'Primes: [2, 3, 5]', 'Here:\n[2, 3, 5]'])(
    '[P7.2] control: are one where they are announced: %s',
    written => {
      expect(parseReply(written, { schema: numbers })).toMatchObject({
        data: [2, 3, 5],
        confidence: 'high'
      })
    }
  )
})

describe('brackets as words', () => {
  const only: JsonSchema = {
    type: 'object',
    properties: { t: { type: 'array', items: text } },
    required: ['t']
  }

  it('[P7.6] are mended in the open, and not as JSON inside of text', () => {
    const outcome = parseReply("{'t': {'a', 'b'}}", { schema: only })
    expect(outcome).toMatchObject({ data: { t: ['a', 'b'] }, source: { form: 'bare' } })
    expect(outcome.kind === 'structured' && outcome.repairs.map(one => one.code)).toContain(
      'object_from_items'
    )
  })

  it('[P7.6] inside of text name what was mended in them', () => {
    const outcome = parseReply(JSON.stringify({ t: 'x', p: "{'name': 'Ann', age: 31}" }), {
      schema: { type: 'object', properties: { t: text, p: person }, required: ['p'] }
    })
    expect(outcome.kind === 'structured' && outcome.repairs.map(one => one.code)).toEqual(
      expect.arrayContaining(['json_in_text', 'quote_style', 'key_quoted'])
    )
  })
})
