import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  createReplyStream,
  type JsonSchema,
  type ParseOptions,
  parseReply,
  type Schema,
  type StandardSchema
} from '../src/index.ts'

const throws = () => {
  throw new Error('boom')
}

describe('what is no schema', () => {
  it.each([null, 5, 'x', [[]], () => true])('[P4] is an issue, and no exception: %j', what => {
    const schema = what as unknown as Schema
    for (const said of ['{"a":1}', 'words', '']) {
      const outcome = parseReply(said, { schema })
      expect(outcome).toMatchObject({
        kind: 'parse_error',
        issues: [{ rule: 'schema', expected: 'a JSON Schema or a Standard Schema' }]
      })
      const stream = createReplyStream({ schema })
      stream.push(said)
      expect(stream.end()).toEqual(outcome)
    }
  })

  it.each<[name: string, schema: JsonSchema]>([
    ['keyword', Object.defineProperty({}, 'type', { enumerable: true, get: throws })],
    ['interface', Object.defineProperty({}, '~standard', { get: throws })],
    ['list of keywords', new Proxy({}, { ownKeys: throws })]
  ])('[P4] is what throws when it is looked at: a %s', (_name, schema) => {
    expect(parseReply('{"a":1}', { schema })).toMatchObject({
      kind: 'parse_error',
      issues: [{ rule: 'schema', got: '"boom"' }]
    })
    expect(() => createReplyStream({ schema }).push('{"a":1}')).not.toThrow()
  })
})

describe('what is wrong in a JSON Schema', () => {
  const deep = (levels: number): JsonSchema => {
    let schema: JsonSchema = { type: 'objct' }
    for (let level = 0; level < levels; level++) schema = { items: schema }
    return schema
  }
  const circle: Record<string, unknown> = { type: 'object', required: 'a' }
  circle.properties = { a: circle }

  it.each<[schema: JsonSchema, place: string]>([
    [{ type: 'objct' }, '#/type'],
    [{ type: 'OBJECT' }, '#/type'],
    [{ type: [] }, '#/type'],
    [{ type: ['string', 'nul'] }, '#/type'],
    [{ type: { type: 'string' } }, '#/type'],
    [{ type: [['string']] }, '#/type'],
    [{ $ref: '#/defs/x' }, '#/$ref'],
    [{ $ref: '#nowhere' }, '#/$ref'],
    [{ $ref: 'https://schemas.example/city' }, '#/$ref'],
    [{ $ref: 'https://schemas.example/b#/a', $id: 'https://schemas.example/a', a: {} }, '#/$ref'],
    [{ $ref: 5 }, '#/$ref'],
    [{ properties: { city: { $ref: '#/$defs/City' } } }, '#/properties/city/$ref'],
    [{ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' } } }, '#/$defs/a/$ref'],
    [{ $ref: '#/parts/a', parts: { a: { type: 'strin' } } }, '#/$ref/type'],
    [{ $ref: '#/title', title: 'City' }, '#/$ref'],
    [{ required: 'city' }, '#/required'],
    [{ properties: { city: { type: 'string', required: true } } }, '#/properties/city/required'],
    [{ required: ['city', 5] }, '#/required'],
    [{ dependentRequired: { a: 'b' } }, '#/dependentRequired'],
    [{ pattern: '(' }, '#/pattern'],
    [{ patternProperties: { '(': {} } }, '#/patternProperties'],
    [{ enum: 'Lisbon' }, '#/enum'],
    [{ enum: [] }, '#/enum'],
    [{ minLength: '3' }, '#/minLength'],
    [{ exclusiveMinimum: '3' }, '#/exclusiveMinimum'],
    [{ uniqueItems: 'yes' }, '#/uniqueItems'],
    [{ properties: 'x' }, '#/properties'],
    [{ properties: ['city'] }, '#/properties'],
    [{ properties: { city: 5 } }, '#/properties/city'],
    [{ properties: { 'a/b~c': 'string' } }, '#/properties/a~1b~0c'],
    [{ additionalProperties: 'no' }, '#/additionalProperties'],
    [{ items: 'string' }, '#/items'],
    [{ items: [{}, 5] }, '#/items/1'],
    [{ prefixItems: {} }, '#/prefixItems'],
    [{ allOf: {} }, '#/allOf'],
    [{ anyOf: [] }, '#/anyOf'],
    [{ oneOf: [true, { type: 'strin' }] }, '#/oneOf/1/type'],
    [{ not: [] }, '#/not'],
    [{ if: { type: 'strin' } }, '#/if/type'],
    [{ definitions: { a: null } }, '#/definitions/a'],
    [circle, '#/required'],
    [deep(3), '#/items/items/items/type'],
    [deep(20_000), `#${'/items'.repeat(20_000)}/type`]
  ])('[P4] is an issue that names the place: %#', (schema, place) => {
    for (const strict of [true, false]) {
      expect(parseReply('{"city":"Rome"}', { schema, strict })).toMatchObject({
        kind: 'parse_error',
        issues: [
          { rule: 'schema', expected: expect.stringMatching(` at ${literal(place)} of the `) }
        ]
      })
    }
  })

  it('[P4] is named at each place', () => {
    const schema = { properties: { a: { type: 'x' }, b: { enum: 'y' } }, required: 'a' }
    expect(parseReply('{"a":1}', { schema })).toMatchObject({
      issues: [{ got: '"a"' }, { got: '"x"' }, { got: '"y"' }]
    })
  })

  it.each<[name: string, schema: JsonSchema]>([
    ['unknown keywords', { units: 5, discriminator: 'a', 'x-order': [], format: 'city' }],
    ['keywords of no value', { type: undefined, properties: undefined }],
    ['names that are keywords', { properties: { type: {}, required: {}, $ref: {}, enum: true } }],
    ['values that look like schemas', { const: { city: 'Rome' }, examples: [{ type: 'x' }] }],
    ['empty lists that say nothing', { required: [], prefixItems: [] }],
    ['booleans', { properties: { city: true }, additionalProperties: false }],
    [
      'tuples of before',
      { properties: { a: { items: [{ type: 'string' }], additionalItems: false } } }
    ],
    ['limits of draft 4', { minimum: 0, exclusiveMinimum: true }],
    ['OpenAPI', { type: 'object', nullable: true }],
    ['a pattern that escapes too much', { pattern: '^\\-\\@' }],
    ['itself', { $ref: '#' }],
    ['a reference into a part', { $ref: '#/parts/a', parts: { a: { type: 'object' } } }],
    ['a reference with escapes', { $ref: '#/$defs/a~1b%20c', $defs: { 'a/b c': {} } }],
    ['a name in the depth', { properties: { a: { $anchor: 'a' } }, anyOf: [{ $ref: '#a' }] }],
    [
      'a reference within a part that has a name',
      {
        $id: 'https://a.example/customer',
        properties: { at: { $ref: '/address' }, to: { $ref: 'https://a.example/address' } },
        $defs: {
          address: { $id: '/address', $ref: '#/definitions/a', definitions: { a: {} } }
        }
      }
    ],
    [
      'the name of the schema',
      {
        $id: 'https://a.example/t',
        anyOf: [{ $ref: 'https://a.example/t#/$defs/a' }, { $ref: 't' }],
        $defs: { a: {} }
      }
    ]
  ])('is not %s', (_name, schema) => {
    expect(parseReply('{"city":"Rome"}', { schema }).kind).toBe('structured')
  })

  it('is not what a validator offers: it has the last word itself', () => {
    const city = z.object({ city: z.string() })
    const schema: StandardSchema = {
      '~standard': {
        ...city['~standard'],
        jsonSchema: { input: () => ({ type: 'objct', required: 'city' }) }
      }
    }
    expect(parseReply('{"city":"Rome"}', { schema }).kind).toBe('structured')
    expect(parseReply('{"city":5}', { schema })).toMatchObject({ issues: [{ rule: 'validator' }] })
  })
})

describe('what callers without types hand over', () => {
  const nothing = null as unknown as ParseOptions

  it('[P4] is read as nothing where it is null', () => {
    const outcome = parseReply('{"a":1}')
    expect(parseReply('{"a":1}', nothing)).toEqual(outcome)
    expect(parseReply('{"a":1}', { limits: null } as unknown as ParseOptions)).toEqual(outcome)
    const stream = createReplyStream(nothing)
    for (const chunk of [undefined, '{"a"', null, ':1}']) stream.push(chunk as string)
    expect(stream.end()).toEqual(outcome)
  })

  it('[P4] may be issues and paths that are no plain lists', () => {
    class Issues extends Array<unknown> {
      constructor(named: { readonly length: number }) {
        if (typeof named !== 'object') throw new TypeError('made of nothing')
        super()
      }
    }
    const path = new Issues({ length: 0 })
    path.push('a', 0)
    const issues = new Issues({ length: 0 })
    issues.push({ message: 'no', path })
    for (const list of [issues, new Set(issues), { length: 1, 0: issues[0] }]) {
      const validate = () => ({ issues: list as never })
      const schema: StandardSchema = { '~standard': { version: 1, vendor: 'test', validate } }
      expect(parseReply('{"a":["x"]}', { schema })).toMatchObject({
        issues: [{ path: ['a', 0], message: 'no', got: '"x"' }]
      })
    }
  })
})

function literal(text: string): string {
  return text.replace(/[$/]/g, '\\$&')
}
