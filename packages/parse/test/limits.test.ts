import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Limits, parseReply } from '../src/index.ts'

const CASES: readonly (readonly [keyof Limits, string, Partial<Limits>])[] = [
  ['length', 'x'.repeat(11), { length: 10 }],
  ['depth', '[[[1]]]', { depth: 2 }],
  ['depth', 'x {"a":{"b":{"c":1,}}}', { depth: 2 }],
  ['candidates', '{"a":1} {"a":2} {"a":3}', { candidates: 2 }],
  ['tokens', 'x {a: [1, 2, 3, 4, 5]}', { tokens: 3 }]
]

describe('limits', () => {
  it.each(CASES)('[P4] flags that %s was reached', (name, text, limits) => {
    expect(parseReply(text, { limits }).flags.limits).toContain(name)
    expect(parseReply(text).flags.limits).toEqual([])
  })

  it.each(['reply', 'document'] as const)(
    '[P4] refuses what is too deep instead of cutting it, read as a %s',
    mode => {
      for (const text of ['{"a":{"b":{"c":1}}}', '{a:{b:{c:1}}}', '[[[1]]]', '[[[']) {
        const outcome = parseReply(text, { mode, limits: { depth: 2 } })
        expect(outcome.kind, text).not.toBe('structured')
        expect(outcome.flags.limits, text).toContain('depth')
      }
      expect(parseReply('{a:{b:1}}', { mode, limits: { depth: 2 } }).kind).toBe('structured')
    }
  )

  it('[P4] refuses what is too deep where a validator takes it, and where one runs out of stack', () => {
    const nest: z.ZodType = z.lazy(() => z.array(nest))
    const nested = (depth: number) =>
      parseReply('['.repeat(depth) + ']'.repeat(depth), { schema: nest })
    expect(nested(64)).toMatchObject({ kind: 'structured', flags: { limits: [] } })
    for (const depth of [65, 100_000]) {
      const outcome = nested(depth)
      expect(outcome.kind, String(depth)).toBe('parse_error')
      expect(outcome.flags.limits, String(depth)).toContain('depth')
    }
  })

  it('[P4] reports the same of a value whether its validator hands it on or makes it anew', () => {
    const text = '{"a":{"n":12345678901234567890,"__proto__":{"x":1}},"more":[{"y":[1]}]}'
    const outcomes = [
      z.object({ a: z.looseObject({}) }),
      z.object({ a: z.object({ n: z.unknown() }) })
    ].map(schema => parseReply(text, { schema }))
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        kind: 'structured',
        extra: [{ path: ['a', '__proto__'] }, { path: ['more'], value: [{ y: [1] }] }],
        repairs: [{ code: 'integer_unsafe', path: ['a', 'n'] }]
      })
    }
  })

  it('[P4] stands more comments behind a lost quote than fit on a stack', () => {
    const comments = '/**/'.repeat(100_000)
    expect(parseReply(`["x,${comments}"y", 1]`)).toMatchObject({ data: ['x', 'y', 1] })
  })

  it('[P4] stands more findings, repairs and complaints than fit on a stack', () => {
    expect(parseReply('~~~\n'.repeat(150_000), { mode: 'document' }).kind).toBe('structured')
    const wrong = `[{${Array.from({ length: 60_000 }, (_, at) => `"${at}":{}`).join()}}]`
    const schema = {
      type: 'array',
      items: { type: 'object', additionalProperties: { type: 'integer' } }
    }
    for (const strict of [true, false]) {
      expect(parseReply(wrong, { schema, strict }).kind).toBe('parse_error')
    }
    const items = `[${'"x",'.repeat(200_000)}1]`
    const numbers = { type: 'array', items: { type: 'integer' } }
    for (const strict of [true, false]) {
      expect(parseReply(items, { schema: numbers, strict }).kind).toBe('parse_error')
    }
  })
})
