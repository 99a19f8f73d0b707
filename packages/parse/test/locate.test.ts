import { describe, expect, it } from 'vitest'
import { type JsonSchema, locate, type Path, parseReply } from '../src/index.ts'

const schema: JsonSchema = {
  type: 'object',
  properties: {
    firstName: { type: 'string' },
    city: { type: 'string', 'x-alias': 'ort' },
    legs: {
      type: 'array',
      items: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] }
    },
    days: { type: 'array', items: { type: 'integer' } }
  }
}
const text = `Here: {"first_name": "Ann", ort: 'Rome', "legs": [{"to": "A"}, {"by": "B"}, {"to": "C"}], "days": "3"} ok`

describe('locate', () => {
  it.each<[Path, string]>([
    [['firstName'], '"Ann"'],
    [['city'], "'Rome'"],
    [['legs', 0, 'to'], '"A"'],
    [['legs', 1, 'to'], '"C"'],
    [['days', 0], '"3"'],
    [['legs', 1], '{"to": "C"}']
  ])('[P7.1] finds %j where it was written', (path, written) => {
    const outcome = parseReply(text, { schema })
    if (outcome.kind !== 'structured') throw new TypeError(outcome.kind)
    const span = locate(text, outcome, path)
    expect(text.slice(span?.start, span?.end)).toBe(written)
  })

  it('[P7.1] finds nothing where nothing was written', () => {
    const outcome = parseReply(text, { schema })
    if (outcome.kind !== 'structured') throw new TypeError(outcome.kind)
    expect(locate(text, outcome, ['unknown'])).toBeUndefined()
    expect(locate(text, outcome, ['legs', 7])).toBeUndefined()
  })

  const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
  const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
    type: 'object',
    properties,
    required: Object.keys(properties)
  })
  const integer: JsonSchema = { type: 'integer' }
  const person = object({ name: { type: 'string' }, age: integer })
  const fenced = '```yaml\nname: Ann\nage: 31\n```'

  it.each<[string, JsonSchema, Path, string | undefined]>([
    ['{"data":{"age":31,"name":"Ann"}}', person, ['age'], '31'],
    ['{"name":"book","input":{"age":31,"name":"Ann"}}', person, ['age'], '31'],
    ['{"meta":{},"data":{"age":31,"name":"Ann"}}', person, ['age'], undefined],
    ['{"data":{"result":{"age":31,"name":"Ann"}}}', person, ['name'], '"Ann"'],
    ['[{"age":[31],"name":"Ann"}]', person, ['age'], '31'],
    ['{"age":1}\n{"age":22}', list(object({ age: integer })), [1, 'age'], '22'],
    ['1. {"age":"x"}\n2. {"age":22}', list(object({ age: integer })), [0, 'age'], '22'],
    ['{"days":{"1":5,"2":"x","3":7}}', object({ days: list(integer) }), ['days', 1], '7'],
    ['{"days":{"a":5}}', object({ days: list(object({ a: integer })) }), ['days', 0, 'a'], '5'],
    ['{"a":"{\\"b\\":1}"}', object({ a: object({ b: integer }) }), ['a', 'b'], '"{\\"b\\":1}"'],
    ['{"a":1}', object({ a: integer }), ['a', 'b'], undefined],
    ['Name: Ann\nAge: 31', person, ['age'], undefined],
    [fenced, person, ['age'], undefined],
    ['| Name | Age |\n|---|---|\n| Ann | 31 |', list(person), [0, 'age'], undefined]
  ])('[P7.1] finds in %j under %j at %j: %j', (said, asked, path, written) => {
    const outcome = parseReply(said, { schema: asked })
    if (outcome.kind !== 'structured') throw new TypeError(outcome.kind)
    const span = locate(said, outcome, path)
    expect(span && said.slice(span.start, span.end)).toBe(written)
  })
})
