import { describe, expect, it } from 'vitest'
import { type JsonSchema, parseReply } from '../src/index.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties)
})
const person = object({ name: text, age: integer })
const ann = { name: 'Ann', age: 31 }
const other = { name: 'John', age: 1 }

function read(value: unknown, schema: JsonSchema) {
  const outcome = parseReply(JSON.stringify(value), { schema })
  return outcome.kind === 'structured' ? outcome.data : outcome.kind
}

describe('a wrapper', () => {
  it.each<[name: string, value: unknown, data: unknown]>([
    ['of an answer', { result: ann }, ann],
    ['by any name, alone', { Person: ann }, ann],
    ['of a call', { name: 'book', input: ann }, ann],
    ['of the last step of an agent', { action: 'Final Answer', action_input: ann }, ann],
    ['of a call, as text', { tool: 'book', tool_input: JSON.stringify(ann) }, ann],
    ['beside what it answers', { input: other, result: ann }, ann],
    ['beside an example', { example: other, result: ann }, ann],
    ['of a question, beside an answer that is nothing', { input: other, result: null }, undefined],
    ['of arguments, beside what they led to', { arguments: other, output: '' }, undefined],
    ['of an example', { example: other }, undefined],
    ['of examples', { examples: [other] }, undefined],
    ['of an example of the output', { example_output: other }, undefined],
    ['of what was', { previous: other }, undefined]
  ])('[P7.2] is taken off where it says that this is the answer: %s', (_name, value, data) => {
    expect(read(value, person)).toEqual(data ?? 'parse_error')
  })
})

describe('an object where a list is asked for', () => {
  it.each<[name: string, value: unknown, items: JsonSchema, data: unknown]>([
    ['text under its indexes', { 0: 'a', 1: 'b' }, text, ['a', 'b']],
    ['text counted from 1', { 1: 'a', 2: 'b' }, text, ['a', 'b']],
    ['objects under their indexes', { 0: ann, 1: other }, person, [ann, other]],
    ['lists in lists', { 0: { 0: 1, 1: '2' }, 1: [3] }, list(integer), [[1, 2], [3]]],
    ['one item', ann, person, [ann]],
    ['a list under a name', { tags: ['a', 'b'] }, text, ['a', 'b']],
    ['keys that do not count', { a: 'b' }, text, undefined],
    ['keys that begin elsewhere', { 2: 'a', 3: 'b' }, text, undefined],
    ['nothing', {}, text, undefined]
  ])('is one: %s', (_name, value, items, data) => {
    expect(read({ t: value }, object({ t: list(items) }))).toEqual(
      data === undefined ? 'parse_error' : { t: data }
    )
    if (data !== undefined) expect(read(value, list(items))).toEqual(data)
  })

  it('[P7.1] is named where it was written, whatever its keys are', () => {
    const said = '{"undefined": {"n": "5"}, "m": "7"}'
    const item = object({ undefined: object({ n: integer }), m: integer })
    expect(parseReply(said, { schema: list(item) })).toMatchObject({
      data: [{ undefined: { n: 5 }, m: 7 }],
      repairs: [
        { code: 'item_wrapped', before: said },
        { code: 'number_from_text', before: '"5"', path: [0, 'undefined', 'n'] },
        { code: 'number_from_text', before: '"7"', path: [0, 'm'] }
      ]
    })
  })

  it('[P7.2] is named where its items were written', () => {
    const said = '{"1": {"age": "4"}, "2": {"age": "x"}, "3": {"age": "6"}}'
    const outcome = parseReply(said, { schema: list(object({ age: integer })) })
    expect(outcome).toMatchObject({
      data: [{ age: 4 }, { age: 6 }],
      confidence: 'medium',
      dropped: [{ path: [1] }],
      repairs: [
        { code: 'tuple_read' },
        { code: 'number_from_text', before: '"4"' },
        { code: 'item_dropped', before: '{"age": "x"}' },
        { code: 'number_from_text', before: '"6"', path: [2, 'age'] }
      ]
    })
  })
})
