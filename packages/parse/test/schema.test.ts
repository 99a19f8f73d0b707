import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type JsonSchema, type Outcome, parseReply, type StandardSchema } from '../src/index.ts'

function dataOf(outcome: Outcome): unknown {
  return outcome.kind === 'structured' ? outcome.data : outcome
}

/** A Standard Schema that says nothing about itself. */
function validateOnly(validate: StandardSchema['~standard']['validate']): StandardSchema {
  return { '~standard': { version: 1, vendor: 'test', validate } }
}

describe('Standard Schema', () => {
  it('steers the reading by the JSON Schema a schema offers, and takes its output as data', () => {
    const schema = z.object({
      when: z.string().transform(text => text.length),
      tags: z.array(z.string()).default([]),
      kind: z.enum(['A', 'B'])
    })
    expect(dataOf(parseReply("So: {When: 'now', kind: 'a', other: 1}", { schema }))).toEqual({
      when: 3,
      tags: [],
      kind: 'A'
    })
  })

  it('reports the keys a schema strips, keeps those of a loose one, strips those of a strict one', () => {
    const text = '{"a":1,"b":{"c":2,"d":3}}'
    const plain = parseReply(text, { schema: z.object({ b: z.object({ c: z.number() }) }) })
    expect(plain).toMatchObject({
      extra: [
        { path: ['a'], value: 1 },
        { path: ['b', 'd'], value: 3 }
      ]
    })
    expect(dataOf(parseReply(text, { schema: z.looseObject({ a: z.number() }) }))).toEqual(
      JSON.parse(text)
    )
    const strict = parseReply(text, { schema: z.strictObject({ a: z.number() }) })
    expect(strict).toMatchObject({ data: { a: 1 }, extra: [{ path: ['b'] }] })
  })

  it('tells the branches of a union apart by their constant', () => {
    const schema = z.discriminatedUnion('type', [
      z.object({ type: z.literal('car'), wheels: z.number() }),
      z.object({ type: z.literal('boat'), wheels: z.number().optional(), sails: z.number() })
    ])
    expect(dataOf(parseReply('{"type":"Boat","sails":"2"}', { schema }))).toEqual({
      type: 'boat',
      sails: 2
    })
  })

  it('reads types JSON Schema cannot say by the schema itself', () => {
    const schema = z.object({ at: z.coerce.date(), n: z.number() })
    expect(dataOf(parseReply('{"at":"2026-01-02","n":"3"}', { schema }))).toEqual({
      at: new Date('2026-01-02'),
      n: 3
    })
  })

  it('only validates where a schema offers no JSON Schema', () => {
    const schema = validateOnly(value =>
      typeof value === 'object' && value !== null && 'a' in value
        ? { value }
        : { issues: [{ message: 'no a', path: ['a'] }] }
    )
    expect(dataOf(parseReply('x {"a":1,} y', { schema }))).toEqual({ a: 1 })
    const failed = parseReply('x {"b":1} y', { schema })
    expect(failed).toMatchObject({
      kind: 'parse_error',
      issues: [{ path: ['a'], message: 'no a' }]
    })
  })

  it('[P4] makes an issue of a validator that throws, or that answers later', () => {
    const throwing = validateOnly(() => {
      throw new Error('broken')
    })
    expect(parseReply('{"a":1}', { schema: throwing })).toMatchObject({
      kind: 'parse_error',
      issues: [{ rule: 'validator' }]
    })
    const later = validateOnly(() => Promise.reject(new Error('late')))
    expect(parseReply('{"a":1}', { schema: later })).toMatchObject({
      kind: 'parse_error',
      issues: [{ rule: 'async_schema' }]
    })
  })
})

describe('JSON Schema', () => {
  const cases: readonly [
    name: string,
    schema: JsonSchema,
    accepted: unknown[],
    refused: unknown[]
  ][] = [
    [
      '$ref and $defs',
      { $ref: '#/$defs/a', $defs: { a: { type: 'array', items: { $ref: '#/$defs/a' } } } },
      [[], [[[]]]],
      [{}]
    ],
    [
      'references to $id and $anchor',
      {
        $id: 'tree',
        type: 'object',
        properties: { at: { $ref: '#place' }, in: { $ref: 'tree' } },
        $defs: { place: { $anchor: 'place', type: 'integer' } }
      },
      [{ at: 1, in: { at: 2 } }],
      [{ at: 'x' }, { in: { at: 'x' } }]
    ],
    [
      'allOf',
      { allOf: [{ properties: { a: { type: 'integer' } } }, { required: ['a'] }] },
      [{ a: 1 }],
      [{ a: 'x' }]
    ],
    ['oneOf', { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 5 }] }, [1, 5.5], [7]],
    [
      'two unions at once',
      {
        allOf: [
          { anyOf: [{ type: 'integer' }, { type: 'string' }] },
          { anyOf: [{ type: 'string' }, { type: 'null' }] }
        ]
      },
      ['a'],
      [1, null]
    ],
    ['a union that leads to itself', { anyOf: [{ $ref: '#' }, { type: 'integer' }] }, [1], ['x']],
    ['a denial of itself', { type: 'integer', not: { $ref: '#' } }, [], ['x']],
    ['not', { type: 'integer', not: { const: 3 } }, [2], [3]],
    [
      'if',
      JSON.parse('{"type":"integer","if":{"minimum":10},"then":{"multipleOf":10}}'),
      [3, 20],
      [15]
    ],
    ['contains', { type: 'array', contains: { const: 1 } }, [[1, 2]], [[2, 3]]],
    [
      'uniqueItems',
      { type: 'array', uniqueItems: true },
      [[1, '1']],
      [
        [1, 1],
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 }
        ]
      ]
    ],
    ['limits of numbers', { type: 'number', exclusiveMinimum: 0, maximum: 1 }, [0.5, 1], [0, 2]],
    ['limits of lists', { type: 'array', minItems: 1, maxItems: 2 }, [[1]], [[], [1, 2, 3]]],
    [
      'tuples',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
      [['a', 1]],
      [
        [1, 1],
        ['a', {}]
      ]
    ],
    [
      'patternProperties',
      { type: 'object', patternProperties: { '^n_': { type: 'integer' } } },
      [{ n_a: 1 }],
      [{ n_a: {} }]
    ],
    [
      'propertyNames',
      { type: 'object', propertyNames: { pattern: '^a' } },
      [{ ab: 1 }],
      [{ b: 1 }]
    ],
    [
      'dependentRequired',
      { type: 'object', dependentRequired: { a: ['b'] } },
      [{ a: 1, b: 2 }],
      [{ a: 1 }]
    ],
    ['lengths in code points', { type: 'string', maxLength: 2 }, ['😀😀'], ['abc']],
    [
      'the format of a date',
      { type: 'string', format: 'date' },
      ['2026-02-03'],
      ['tomorrow', '2026-13-03', '2026-02-03T10:00:00Z']
    ],
    [
      'the format of a date with a time',
      { type: 'string', format: 'date-time' },
      ['2026-02-03T10:00:00Z', '2026-02-03 10:00', '2026-02-03t10:00:00.5+02:00'],
      ['2026-02-03', '10:00']
    ],
    ['the format of an address', { format: 'email' }, ['a+b@c.example', 5], ['a at b', 'a@b c']],
    [
      'the format of a UUID',
      { type: 'string', format: 'uuid' },
      ['7D9F2C1E-0a1b-4c3d-8e5f-0123456789ab'],
      ['7d9f2c1e', 'x']
    ],
    [
      'the format of a URI',
      { type: 'string', format: 'uri' },
      ['https://a.example/b?c', 'urn:isbn:1', 'mailto:a@b.example'],
      ['a.example/b', 'https://a b']
    ],
    ['no other format', { type: 'string', format: '__proto__' }, ['x'], []],
    ['type lists', { type: ['string', 'null'] }, ['a', null], [{}]],
    ['nullable', { type: 'integer', nullable: true }, [1, null], [{}]],
    ['false', false, [], [1, {}]],
    ['a cycle that reads nothing', { $ref: '#' }, [1], []]
  ]

  it.each(cases)('honours %s', (_name, schema, accepted, refused) => {
    for (const value of accepted) {
      expect(dataOf(parseReply(JSON.stringify(value), { schema, strict: true }))).toEqual(value)
    }
    for (const value of refused) {
      expect(parseReply(JSON.stringify(value), { schema, strict: true }).kind).toBe('parse_error')
    }
  })

  it('[P4] reads under a schema that leads back to itself for what does not fit', () => {
    const json: JsonSchema = {
      anyOf: [{ type: 'number' }, { type: 'array', items: { $ref: '#' } }]
    }
    expect(parseReply('[true,]', { schema: json }).kind).toBe('parse_error')
    const nested: JsonSchema = { type: 'array', items: { $ref: '#' } }
    expect(parseReply('[true,]', { schema: nested }).kind).toBe('parse_error')
    const implied: JsonSchema = { properties: { a: { $ref: '#' } }, required: ['a'] }
    expect(parseReply('[true,]', { schema: implied }).kind).toBe('parse_error')
  })

  it('names what is wrong: path, rule, expectation, and what was there', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'integer' } }, b: { type: 'string' } },
      required: ['a', 'b']
    }
    expect(parseReply('{"a":[1,"x"]}', { schema, strict: true })).toMatchObject({
      issues: [
        { path: ['b'], rule: 'required', expected: 'string', got: 'nothing' },
        { path: ['a', 1], rule: 'type', expected: 'integer', got: '"x"' }
      ]
    })
  })

  it('keeps what could not be read of a list, with the reason', () => {
    const schema: JsonSchema = { type: 'array', items: { type: 'integer' } }
    expect(parseReply('[1,"x",3]', { schema })).toMatchObject({
      data: [1, 3],
      dropped: [{ path: [1], value: 'x', reason: 'expected integer, got "x"' }]
    })
  })

  it('[P4] asks no question of a value twice, however conditions lead to one another', () => {
    const conditions = (nth: number) => ({
      ...(nth % 2 ? { not: { $ref: '#' } } : { oneOf: [{ $ref: '#' }, { type: 'object' }] }),
      contains: { $ref: '#' },
      title: String(nth)
    })
    const schema = {
      anyOf: Array.from({ length: 24 }, (_, nth) => conditions(nth)),
      oneOf: [{ $ref: '#/anyOf/0' }, { $ref: '#/anyOf/1' }],
      if: { $ref: '#' }
    }
    const before = process.cpuUsage().user
    parseReply('Rome: "days": 3, [1, 2]', { schema, mode: 'document' })
    // Minutes, where every way is followed.
    expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(10)
  })
})
