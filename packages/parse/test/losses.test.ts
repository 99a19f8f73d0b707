import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type JsonSchema, parseReply, type Schema } from '../src/index.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const object = (properties: Record<string, JsonSchema>, more = {}): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...more
})
const person = object({ name: text, age: integer })
const id = { anyOf: [integer, text] }
const LONG = '1234567890123456789'

type Row = readonly [name: string, text: string, schema: Schema, expected: object]

const ITEMS: readonly Row[] = [
  ['one of two', '[{"id":1},{"id":"x"}]', list(object({ id: integer })), { data: [{ id: 1 }] }],
  [
    'one of three words',
    '["red","Dark Blue","x"]',
    list({ enum: ['RED', 'DARK_BLUE'] }),
    { data: ['RED', 'DARK_BLUE'] }
  ],
  [
    'more than a tuple has',
    '["a",1,2]',
    { type: 'array', prefixItems: [text, integer], items: false },
    { data: ['a', 1] }
  ],
  [
    'in the depth',
    '{"name":"Ann","seats":[{"row":1},{"row":"L3"}]}',
    object({ name: text, seats: list(object({ row: integer })) }),
    { data: { name: 'Ann', seats: [{ row: 1 }] } }
  ]
]

const KEYS: readonly Row[] = [
  [
    'the exact one wins',
    '{"Name":"Bob","name":"Ann","age":31}',
    person,
    { data: { name: 'Ann', age: 31 }, extra: [{ path: ['Name'], value: 'Bob' }], repairs: [] }
  ],
  [
    'each of the others is named',
    '{"name":"Rome","Name":"Oslo","NAME":"Bern","age":3}',
    person,
    { data: { name: 'Rome', age: 3 }, extra: [{ path: ['Name'] }, { path: ['NAME'] }] }
  ],
  [
    'what may be there beside is kept',
    '{"Name":"Bob","name":"Ann","age":31}',
    { ...Object(person), additionalProperties: true },
    { data: { Name: 'Bob', name: 'Ann', age: 31 }, extra: [], confidence: 'high' }
  ],
  [
    'none is exact',
    '{"NAME":"Bob","Name":"Ann","age":31}',
    person,
    {
      data: { name: 'Ann', age: 31 },
      extra: [{ path: ['NAME'], value: 'Bob' }],
      repairs: [{ code: 'key_folded' }, { code: 'duplicate_key' }],
      confidence: 'medium'
    }
  ],
  [
    'none is exact, and both say the same',
    '{"NAME":"Ann","Name":"Ann","age":31}',
    person,
    { data: { name: 'Ann', age: 31 }, confidence: 'high' }
  ],
  [
    'two names for one property',
    '{"nom":"Bob","name":"Ann"}',
    object({ name: { type: 'string', 'x-aliases': ['nom'] } }),
    { data: { name: 'Ann' }, extra: [{ path: ['nom'] }], confidence: 'medium' }
  ],
  [
    'its name in the data where it was told another',
    '{"nom":"Ann","name":"Bob"}',
    object({ name: { type: 'string', 'x-alias': 'nom' } }),
    { data: { name: 'Ann' }, confidence: 'medium' }
  ]
]

const DIGITS: readonly Row[] = [
  ['a union', `{"id":${LONG}}`, object({ id }), { data: { id: LONG }, confidence: 'high' }],
  [
    'a list of types in the depth',
    `{"a":[{"id":-${LONG}}]}`,
    object({ a: list(object({ id: { type: ['integer', 'string'] } })) }),
    { data: { a: [{ id: `-${LONG}` }] }, confidence: 'high' }
  ],
  [
    'a Standard Schema that takes both',
    `{"id":${LONG}}`,
    z.object({ id: z.union([z.number(), z.string()]) }),
    { data: { id: LONG }, confidence: 'high' }
  ],
  [
    'a number alone',
    `{"id":${LONG}}`,
    object({ id: integer }),
    { data: { id: Number(LONG) }, repairs: [{ code: 'integer_unsafe' }], confidence: 'medium' }
  ],
  ['a short one', '{"id":123}', object({ id }), { data: { id: 123 }, confidence: 'high' }]
]

const outcomeOf = ([, said, schema]: Row) => parseReply(said, { schema })

describe('what cannot be kept', () => {
  it.each(ITEMS)('[P7.2] is at most likely where an item is lost: %s', (...row) => {
    expect(outcomeOf(row)).toMatchObject({ ...row[3], confidence: 'medium' })
  })

  it('is sure where no item is lost', () => {
    const schema = list(object({ id: integer }))
    expect(parseReply('[{"id":1},{"id":"2"}]', { schema })).toMatchObject({
      data: [{ id: 1 }, { id: 2 }],
      confidence: 'high'
    })
  })

  it.each(KEYS)('[P7.2] is named where keys compete for a property: %s', (...row) => {
    expect(outcomeOf(row)).toMatchObject(row[3])
  })

  it.each(DIGITS)('[P7.2] is kept as digits where the schema takes text: %s', (...row) => {
    expect(outcomeOf(row)).toMatchObject(row[3])
  })
})
