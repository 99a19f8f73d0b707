import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import {
  createReplyStream,
  type Outcome,
  type ParseOptions,
  type Path,
  parseReply,
  type StandardSchema
} from '../src/index.ts'

// FAST_CHECK_RUNS=10000 looks for rarer cases; each law is given time in proportion.
const numRuns = Number(process.env.FAST_CHECK_RUNS ?? 1000)
vi.setConfig({ testTimeout: Math.max(20_000, numRuns * 20) })
const check = <T>(arbitrary: fc.Arbitrary<T>, law: (value: T) => void) =>
  fc.assert(fc.property(arbitrary, law), { numRuns })

const trip = z.object({
  city: z.string(),
  days: z.number().int(),
  kind: z.enum(['WORK', 'LEISURE']).optional(),
  tags: z.array(z.string()).optional()
})

/** Pieces of which broken replies are made. */
const shards = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  "'",
  '`',
  '```',
  '```json\n',
  '\n```\n',
  '~~~',
  '\\',
  '\\u12',
  '\\"',
  '<think>',
  '</think>',
  '<tool_call>',
  '</tool_call>',
  '//',
  '/*',
  '*/',
  '#',
  '...',
  '(',
  ')',
  '+',
  '-',
  '.',
  '=',
  '|',
  '"city"',
  '"days":',
  'city: ',
  'Rome',
  '3',
  '1e5',
  '00',
  'true',
  'None',
  'tru',
  'null',
  '“',
  '”',
  '«',
  ' ',
  '\n',
  '\t',
  '\u0000',
  '\ud83d',
  '\ude00',
  '😀',
  'é',
  '__proto__',
  '"a":1',
  '{"city":"Rome","days":3}',
  '- days: 3\n',
  '| city | days |\n',
  'for example ',
  'ObjectId('
)
const mess = fc.array(shards, { maxLength: 60 }).map(parts => parts.join(''))
const anyText = fc.oneof(
  { weight: 3, arbitrary: mess },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) }
)
const json = fc.json({ maxDepth: 5 })
const prose = fc
  .string({ maxLength: 60 })
  .map(text => text.replace(/[[\]{}`~<>|:="'“”]/g, ' ').replace(/\n/g, ' '))

const OPTIONS: readonly ParseOptions[] = [
  {},
  { mode: 'document' },
  { schema: trip },
  { schema: z.array(trip) },
  { schema: z.enum(['WORK', 'LEISURE']) },
  { schema: z.union([z.string(), z.number(), trip]) },
  { schema: { type: 'string' } },
  { schema: { type: 'array', items: { type: 'number' } }, mode: 'document' },
  { strict: true, schema: trip },
  { pick: 'only', schema: trip },
  { incomplete: 'null' }
]

describe('laws of parseReply', () => {
  it('[P4] never throws, and gives the same outcome twice', () => {
    check(fc.tuple(anyText, fc.constantFrom(...OPTIONS)), ([text, options]) => {
      expect(parseReply(text, options)).toEqual(parseReply(text, options))
    })
  })

  it('[P4] never throws, whatever is said to be a schema', () => {
    const keyword = fc.constantFrom(
      'type',
      'properties',
      'items',
      'prefixItems',
      'anyOf',
      'oneOf',
      'allOf',
      'enum',
      'const',
      'required',
      '$ref',
      '$defs',
      'additionalProperties',
      'patternProperties',
      'pattern',
      'minLength',
      'not',
      'if',
      'contains',
      'x-alias',
      'x-aliases'
    )
    const part = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('object', 'array', '#', '#/properties/a', '(')
    )
    const level = fc.dictionary(keyword, part)
    const schema = fc.dictionary(
      keyword,
      fc.oneof(part, level, fc.array(level), fc.dictionary(fc.constantFrom('a', 'city'), level))
    )
    check(fc.tuple(mess, schema), ([text, jsonSchema]) => {
      // What a validator says of itself is used as far as it goes.
      const standard = offering(jsonSchema)
      for (const schema of [jsonSchema, standard]) {
        expect(['structured', 'passthrough', 'parse_error']).toContain(
          parseReply(text, { schema }).kind
        )
      }
    })
  })

  it('[P4] leaves valid JSON as JSON.parse reads it', () => {
    check(json, text => {
      const outcome = parseReply(text, { mode: 'document' })
      expect(outcome.kind === 'structured' && outcome.data).toEqual(JSON.parse(text))
      expect(outcome).toMatchObject({ complete: true, ambiguous: false })
    })
  })

  it('[P4] reads valid JSON in a fence as JSON.parse reads it', () => {
    check(
      fc.tuple(
        prose,
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 }),
        prose
      ),
      ([before, value, after]) => {
        const text = JSON.stringify(value, null, 1)
        const outcome = parseReply(`${before}\n\`\`\`json\n${text}\n\`\`\`\n${after}`)
        expect(outcome.kind === 'structured' && outcome.data).toEqual(JSON.parse(text))
      }
    )
  })

  it('[P4] is not moved by prose around a fenced answer', () => {
    const answer = { city: 'Rome', days: 3 }
    check(fc.tuple(prose, prose), ([before, after]) => {
      const outcome = parseReply(
        `${before}\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\`\n${after}`,
        { schema: trip }
      )
      expect(outcome).toMatchObject({ kind: 'structured', data: answer })
    })
  })

  it('[P7.1] gives spans inside of the text, the data inside of its packaging', () => {
    check(fc.tuple(anyText, fc.constantFrom(...OPTIONS)), ([text, options]) => {
      for (const { start, end } of spansOf(parseReply(text, options))) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(end).toBeGreaterThanOrEqual(start)
        expect(end).toBeLessThanOrEqual(text.length)
      }
    })
  })

  it('[P7.1] gives a span that reads again as the same data', () => {
    check(mess, text => {
      const outcome = parseReply(text, { schema: trip })
      if (outcome.kind !== 'structured' || !outcome.complete) return
      if (outcome.source.form !== 'bare' && outcome.source.form !== 'fence') return
      const { start, end } = outcome.source.span
      const again = parseReply(text.slice(start, end), { schema: trip })
      expect(again.kind === 'structured' && again.data).toEqual(outcome.data)
    })
  })

  it('[P7.4] invents no required value', () => {
    check(mess, text => {
      const outcome = parseReply(text, {
        schema: z.object({ unheardOf: z.string(), city: z.string() })
      })
      expect(outcome.kind).not.toBe('structured')
    })
  })

  it('[P7.6] reads any chunking as one shot', () => {
    check(
      fc.tuple(
        anyText,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        fc.constantFrom(...OPTIONS)
      ),
      ([text, sizes, options]) => {
        const stream = createReplyStream(options)
        for (const chunk of chunksOf(text, sizes)) stream.push(chunk)
        expect(stream.end()).toEqual(parseReply(text, options))
      }
    )
  })

  it('[P7.6] shows the same at the end of any chunking, and never changes what it showed', () => {
    check(
      fc.tuple(mess, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 })),
      ([text, sizes]) => {
        const whole = createReplyStream({ schema: trip })
        const expected = JSON.stringify(whole.push(text).snapshot)
        const stream = createReplyStream({ schema: trip })
        const shown: { value: unknown; text: string | undefined }[] = []
        for (const chunk of chunksOf(text, sizes)) {
          const { snapshot } = stream.push(chunk)
          shown.push({ value: snapshot, text: JSON.stringify(snapshot) })
        }
        for (const { value, text: before } of shown) expect(JSON.stringify(value)).toBe(before)
        expect(shown.at(-1)?.text).toBe(text === '' ? undefined : expected)
      }
    )
  })

  it('[P7.6] names every path it changed', () => {
    check(
      fc.tuple(json, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 })),
      ([text, sizes]) => {
        const stream = createReplyStream()
        let before: unknown
        for (const chunk of chunksOf(text, sizes)) {
          const { snapshot, changed, reset } = stream.push(chunk)
          if (!reset && changed.length === 0) expect(snapshot).toBe(before)
          for (const path of differences(before, snapshot)) {
            const isNamed = changed.some(named => named.every((key, at) => key === path[at]))
            expect([path, reset || isNamed]).toEqual([path, true])
          }
          before = snapshot
        }
      }
    )
  })
})

/** A validator that takes everything, and offers a JSON Schema. */
function offering(jsonSchema: Record<string, unknown>): StandardSchema {
  return {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: value => ({ value }),
      jsonSchema: { input: () => jsonSchema }
    }
  }
}

/** The paths at which what is shown is another value than before. */
function differences(before: unknown, after: unknown, path: Path = []): Path[] {
  if (before === after) return []
  const areAlike = Array.isArray(before) === Array.isArray(after)
  if (Object(before) !== before || Object(after) !== after || !areAlike) return [path]
  return Object.keys(Object(after)).flatMap(key =>
    differences(Object(before)[key], Object(after)[key], [
      ...path,
      Array.isArray(after) ? Number(key) : key
    ])
  )
}

function chunksOf(text: string, sizes: readonly number[]): string[] {
  const chunks: string[] = []
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    chunks.push(text.slice(at, at + size))
    at += size
  }
  return chunks
}

function spansOf(outcome: Outcome) {
  if (outcome.kind === 'passthrough') return []
  if (outcome.kind === 'parse_error')
    return outcome.candidates.map(candidate => candidate.source.span)
  const { span, outer } = outcome.source
  expect(outer.start).toBeLessThanOrEqual(span.start)
  expect(outer.end).toBeGreaterThanOrEqual(span.end)
  return [span, outer, ...outcome.repairs.map(repair => repair.span)]
}
