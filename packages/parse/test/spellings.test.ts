import { describe, expect, it } from 'vitest'
import { type JsonSchema, parseReply } from '../src/index.ts'

const text: JsonSchema = { type: 'string' }
const trip: JsonSchema = {
  type: 'object',
  properties: { city: text, note: text, gate: { type: ['string', 'null'] } },
  required: ['city']
}
const dataOf = (said: string, schema?: JsonSchema) => {
  const outcome = parseReply(said, schema === undefined ? {} : { schema })
  return outcome.kind === 'structured' ? outcome.data : outcome.kind
}

describe('a string', () => {
  it.each([
    ['angle quotes', '{«a»: «b», "c": 1}', { a: 'b', c: 1 }],
    ['single quotes of a typesetter', '{‘a’: ‘b’, c: 1}', { a: 'b', c: 1 }],
    ['a tick and an accent', '{`a´: `b´, c: 1}', { a: 'b', c: 1 }],
    ['German quotes', '{„a”: „b“, c: 1}', { a: 'b', c: 1 }],
    ['three quotes', '{"a": """x "y"\n  z""", "c": 1}', { a: 'x "y"\n  z', c: 1 }],
    ['three quotes that quote three', '{"a": """x """ y""", "c": 1}', { a: 'x """ y', c: 1 }],
    ['three apostrophes', "{'a': '''x\ny''', 'c': 1}", { a: 'x\ny', c: 1 }],
    ['a fence', '{"a": ```js\n  let x\n```, "c": 1}', { a: 'let x', c: 1 }],
    ['a fence nobody closed', '{"a": ```js\nlet x\nlet y', { a: 'let x\nlet y' }]
  ])('[P7.1] is read in %s', (_name, said, data) => {
    expect(dataOf(said)).toEqual(data)
  })

  it('[P7.1] ends a pair in a list where no pair follows', () => {
    expect(dataOf('["a": 1, "b": 2, 3]')).toEqual([{ a: 1, b: 2 }, 3])
  })
})

describe('YAML', () => {
  it.each([
    ['a block of lines', 'note: |\n  one\n  two', { note: 'one\ntwo' }],
    ['a folded block', 'note: >\n  one\n  two', { note: 'one two' }],
    ['a comment', 'note: one # two', { note: 'one' }],
    ['no comment', 'note: one#two', { note: 'one#two' }],
    ['nothing', 'gate: ~', { gate: null }]
  ])('[P7.1] has %s', (_name, lines, data) => {
    expect(dataOf(`\`\`\`yaml\ncity: Rome\n${lines}\n\`\`\``, trip)).toEqual({
      city: 'Rome',
      ...data
    })
  })

  it('[P7.2] says nothing where a key comes twice', () => {
    expect(dataOf('```yaml\ncity: Rome\nnote: a\ncity: Oslo\n```', trip)).toBe('passthrough')
  })
})

describe('a schema in parts', () => {
  const parts: JsonSchema = {
    allOf: [
      { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
      { properties: { a: { minimum: 1 }, b: { type: 'integer' } }, required: ['b'] }
    ]
  }

  it('[P7.1] asks for what each of them asks for', () => {
    expect(dataOf('{"a":"1","b":"2"}', parts)).toEqual({ a: 1, b: 2 })
    expect(dataOf('{"a":"0","b":"2"}', parts)).toBe('parse_error')
    expect(dataOf('{"a":"1"}', parts)).toBe('parse_error')
  })
})

describe('a choice among placeholders', () => {
  it('[P7.2] is one in a tuple and under any key, too', () => {
    const level: JsonSchema = { enum: ['text', 'value'] }
    for (const schema of [
      { type: 'object', additionalProperties: level },
      { type: 'object', properties: { a: { type: 'array', prefixItems: [level] } } }
    ]) {
      const said = 'properties' in schema ? '{"a":["text"]}' : '{"a":"text"}'
      expect(parseReply(said, { schema })).toMatchObject({ confidence: 'high' })
    }
  })
})
