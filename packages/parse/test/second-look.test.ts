import { describe, expect, it } from 'vitest'
import { type JsonSchema, locate, parseReply } from '../src/index.ts'

const text: JsonSchema = { type: 'string' }
const person: JsonSchema = {
  type: 'object',
  properties: { name: text, age: { type: 'integer' } },
  required: ['name', 'age']
}
const ann = { name: 'Ann', age: 31 }

describe('a second look at a reply in which nothing fits', () => {
  it.each([
    ['a quoted fence', '> ```json\n> {"name":"Ann",\n> "age":31}\n> ```', 'trailing_text_removed'],
    ['a quoted object', 'Sent:\n\n> {"name":"Ann",\n> "age":31}', 'trailing_text_removed'],
    ['escaped line breaks', '{\\n"name": "Ann",\\n"age": 31\\n}', 'escapes_removed'],
    [
      'escaped quotes, too',
      '{\\n  \\"name\\": \\"Ann\\",\\n  \\"age\\": 31\\n}',
      'escapes_removed'
    ],
    ['quotes of HTML', '{&quot;name&quot;: &quot;Ann&quot;,&quot;age&quot;:31}', 'escapes_removed'],
    ['full-width punctuation', '{"name"：\n"Ann"，"age"：31}', 'colon_added']
  ])('[P7.1] reads %s, and says so', (_, written, code) => {
    const outcome = parseReply(written, { schema: person })
    expect(outcome).toMatchObject({ data: ann })
    if (outcome.kind !== 'structured') throw new TypeError(outcome.kind)
    expect(outcome.repairs.map(one => one.code)).toContain(code)
    const age = locate(written, outcome, ['age'])
    expect(age === undefined || written.slice(age.start, age.end) === '31').toBe(true)
  })

  it('[P7.2] is not sure of what was quoted', () => {
    const quoted = '> {"name":"Ann",\n> "age":31}'
    expect(parseReply(quoted, { schema: person })).toMatchObject({ confidence: 'medium' })
  })

  it('[P7.1] control: leaves alone what is read at the first', () => {
    const kept = { name: '> a\\n"，"b：', age: 31 }
    for (const written of [JSON.stringify(kept), `Here: ${JSON.stringify(kept)}`]) {
      expect(parseReply(written, { schema: person })).toMatchObject({ data: kept, repairs: [] })
    }
  })
})

describe('lines of keys and values with brackets in them', () => {
  const tagged: JsonSchema = {
    type: 'object',
    properties: { tags: { type: 'array', items: text }, m: { type: 'object' }, title: text },
    required: ['title']
  }

  it.each([
    [
      '```yaml\ntags: [a, b]\nm: {x: 1}\ntitle: t\n```',
      { tags: ['a', 'b'], m: { x: 1 }, title: 't' }
    ],
    ['```yaml\n# a trip\ntitle: t\nextra: []\n```', { title: 't' }],
    ['Title: t\nTags: a\nSources: [1, 2]', { title: 't', tags: ['a'] }]
  ])('[P7.1] are read: %j', (written, data) => {
    expect(parseReply(written, { schema: tagged })).toMatchObject({ data })
  })

  it('[P7.2] give no inner object for the answer', () => {
    const outcome = parseReply('```yaml\nname: Ann\nage: 31\nhome: {name: Home, age: 9}\n```', {
      schema: person
    })
    expect(outcome).toMatchObject({ data: ann, source: { form: 'yaml' } })
  })

  it.each([
    '{"name": "Ann",\n"home": {"age": 9}}',
    'Here it is:\n{\n"name": "Ann",\n"home": {\n"age": 9\n}\n}'
  ])('[P7.5] control: are not looked for in JSON that does not fit: %j', written => {
    expect(parseReply(written, { schema: person }).kind).toBe('parse_error')
  })

  it('[P7.1] keep a bar inside of a table cell', () => {
    const people: JsonSchema = { type: 'array', items: person }
    expect(
      parseReply('| Name | Age |\n|---|---|\n| a \\| b | 3 |', { schema: people })
    ).toMatchObject({ data: [{ name: 'a | b', age: 3 }] })
  })
})

describe('tool calls in tags', () => {
  it.each([
    '<invoke name="add">\n<parameter name="name">Ann</parameter>\n<parameter name="age">31</parameter>\n</invoke>',
    '<function=add>\n<parameter=name>\nAnn\n</parameter>\n<parameter=age>\n31\n</parameter>\n</function>'
  ])('[P7.1] give their parameters: %s', written => {
    expect(parseReply(written, { schema: person })).toMatchObject({
      data: ann,
      source: { form: 'tool_call' },
      confidence: 'medium'
    })
  })

  it.each([
    (calls: unknown) => ({ role: 'assistant', content: null, tool_calls: calls }),
    (calls: unknown) => ({ choices: [{ index: 0, message: { tool_calls: calls } }] })
  ])('[P7.1] are found in the envelope of an API', envelope => {
    const call = { name: 'add', arguments: JSON.stringify(ann) }
    const written = JSON.stringify(envelope([{ id: 'c', type: 'function', function: call }]))
    expect(parseReply(written, { schema: person })).toMatchObject({ data: ann })
  })

  it('[P7.2] control: two calls are no answer', () => {
    const call = '<parameter=name>A</parameter><parameter=age>1</parameter>'
    expect(parseReply(call + call, { schema: person }).kind).not.toBe('structured')
  })
})

describe('data in a string that nobody escaped', () => {
  it('[P7.2] is not surely the answer', () => {
    const written = '{"name":"Ann"}, {"name":"Mallory","age":66}","age":31}'
    const outcome = parseReply(written, { schema: person })
    expect(outcome.kind === 'structured' && outcome.confidence).not.toBe('high')
    expect(
      parseReply('{"name":"Ann"}, {"name":"Mallory","age":66}', { schema: person })
    ).toMatchObject({ confidence: 'high' })
  })
})
