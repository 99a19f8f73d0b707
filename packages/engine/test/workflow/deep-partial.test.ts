import { z } from '@turnwise/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deepPartial } from '../../src/workflow/deep-partial.ts'

const full = z.object({
  name: z.string().min(1),
  age: z.int().min(0).optional(),
  nick: z.string().default('Nick'),
  mood: z.string().catch('calm'),
  home: z.object({
    street: z.string(),
    city: z.string().default('Lisbon'),
    geo: z.object({ lat: z.number(), lon: z.number() }).nullable()
  }),
  stops: z
    .array(z.object({ place: z.string(), nights: z.int().default(1) }))
    .min(2)
    .max(3),
  tags: z.array(z.string()).min(2).readonly(),
  pay: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('card'), number: z.string(), name: z.string().default('me') }),
    z.object({ kind: z.literal('bank'), iban: z.string() })
  ]),
  sizes: z.record(z.enum(['s', 'm']), z.number()),
  pair: z.tuple([z.string(), z.string().default('b')]),
  both: z.intersection(z.object({ a: z.string() }), z.object({ b: z.string().default('b') })),
  extra: z.looseObject({ known: z.string() }),
  code: z.strictObject({ value: z.string() })
})
const partial = deepPartial(full)

describe('deepPartial', () => {
  it.each([
    [{}],
    [{ name: 'A' }],
    [{ home: {} }],
    [{ home: { geo: { lat: 1 } } }],
    [{ home: { geo: null } }],
    [{ stops: [] }],
    [{ stops: [{ place: 'x' }, {}] }],
    [{ tags: ['one'] }],
    [{ pay: { kind: 'card', number: '1' } }],
    [{ pay: { kind: 'bank', iban: 'x' } }],
    [{ sizes: { s: 1 } }],
    [{ pair: ['a'] }],
    [{ both: { a: 'x' } }],
    [{ extra: { anything: 1 } }]
  ])('[P2.2] takes a part and adds nothing: %j', part => {
    expect(partial.parse(part)).toEqual(part)
  })

  it.each([
    [{ name: '' }],
    [{ name: null }],
    [{ age: -1 }],
    [{ mood: 7 }],
    [{ nick: null }],
    [{ home: { street: 1 } }],
    [{ home: { geo: { lat: 'x' } } }],
    [{ stops: [{}, {}, {}, {}] }],
    [{ stops: [{ nights: 'two' }] }],
    [{ tags: [1] }],
    [{ pay: {} }],
    [{ pay: { kind: 'bank', number: '1' } }],
    [{ pay: { kind: 'cash' } }],
    [{ sizes: { xl: 1 } }]
  ])('[P2.2] refuses what is wrong in itself: %j', part => {
    expect(partial.safeParse(part).success).toBe(false)
  })

  it('[P2.2] strips what nobody declared', () => {
    expect(partial.parse({ name: 'A', other: 1, code: { value: 'x', other: 1 } })).toEqual({
      name: 'A',
      code: { value: 'x' }
    })
  })

  it('[P2.2] control: zod’s own partial invents and demands', () => {
    const shallow = full.partial()
    expect(shallow.safeParse({ home: {} }).success).toBe(false)
    expect(shallow.parse({})).not.toEqual({})
  })

  it('[P2.2] never gives a field nobody spoke of', () => {
    const scalar = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.boolean())
    const some = fc.record(
      {
        name: scalar,
        age: scalar,
        nick: scalar,
        mood: scalar,
        home: fc.oneof(scalar, fc.record({ street: scalar, city: scalar }, { requiredKeys: [] })),
        stops: fc.array(fc.record({ place: scalar, nights: scalar }, { requiredKeys: [] })),
        pay: fc.record({ kind: fc.constantFrom('card', 'bank'), number: fc.string() })
      },
      { requiredKeys: [], noNullPrototype: true }
    )
    fc.assert(
      fc.property(some, value => {
        const read = partial.safeParse(value)
        if (read.success) expect(value).toMatchObject(read.data)
      }),
      { numRuns: 500 }
    )
  })

  it('[P2.2] takes recursive schemas', () => {
    const node = z.object({
      name: z.string().default('x'),
      get children() {
        return z.array(node).optional()
      }
    })
    const tree = deepPartial(z.object({ tree: node, json: z.json() }))
    const value = { tree: { children: [{ children: [{ name: 'leaf' }] }] }, json: [{ a: null }] }
    expect(tree.parse(value)).toEqual(value)
    expect(tree.safeParse({ tree: { children: [{ name: 1 }] } }).success).toBe(false)
    expect(() => z.toJSONSchema(tree, { io: 'input' })).not.toThrow()
  })

  it('[P2.2] keeps descriptions for the reader of text', () => {
    const described = z.object({ a: z.string().default('x').meta({ description: 'the a' }) })
    expect(deepPartial(described).shape.a).toBeDefined()
    expect(z.toJSONSchema(deepPartial(described), { io: 'input' })).toMatchObject({
      properties: { a: { description: 'the a' } }
    })
  })
})
