import { describe, expect, it } from 'vitest'
import { createReplyStream, type JsonSchema, parseReply } from '../src/index.ts'

const fill = (unit: string) => (length: number) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
const around = (before: string, unit: string, after: string) => (length: number) =>
  before + fill(unit)(length) + after

const differentKeys = (length: number) => {
  let text = '{'
  for (let at = 0; text.length < length; at++) text += `"${at}":1,`
  return text
}

/** Texts that make careless readers slow, by what they are full of. */
const FAMILIES: Readonly<Record<string, (length: number) => string>> = {
  'open braces': fill('{'),
  'open brackets': fill('['),
  'mixed brackets': fill('{]'),
  'stray brackets before data': fill('the [ of x {"a":1}\n\n'),
  'stray brackets before fences': fill('{ of\n```json\n{"a":1}\n```\n'),
  'objects without an end': fill('{"a":'),
  'strings without an end': fill('{"a":"'),
  'quotes inside of a string': around('{"a":"', 'x" y ', '"}'),
  'doubled quotes inside of a string': around('{"city":"""', '"" ', ''),
  'marks above one key': around('{"a', '\u0301', '":1}'),
  'JSON inside of strings': fill('{"a":"x","a":"'),
  'JSON inside of a string': around('{"b":"', '{"a":"x"} ', '"}'),
  'quotes nobody closes': around('[', '«a, ', ']'),
  'items with quotes too many': around('[', '"x" y, ', ']'),
  'keys without colons': around('{', '"a"', ''),
  backslashes: around('"', '\\', ''),
  'half escapes': around('["', '\\u12', ''),
  'escaped escapes': around('{\\"a\\":\\"', '\\\\\\"', ''),
  'white space': around('', ' ', 'x'),
  newlines: fill('\n'),
  ticks: fill('`'),
  'fences that open': fill('```json\n'),
  'fences that hold a brace': fill('```json\n{\n```\n'),
  'tilde fences': fill('~~~\n'),
  'tildes within a line': fill('a ~~~'),
  'reasoning tags': fill('<think>'),
  'closing reasoning tags': fill('</think>{'),
  'angle brackets': fill('<'),
  comments: around('{', '/*', ''),
  'short comments': around('[', '/**/', ''),
  'comments behind a lost quote': around('["x,', '/**/', '"y"]'),
  commas: around('[', ',', ''),
  numbers: around('[', '1,', ''),
  'strings to join': around('["a"', '+"a"', ']'),
  'calls in calls': around('[', 'f(', ''),
  'triple quotes': around('{"a": ', '""" ', ''),
  placeholders: fill('{{name}} '),
  citations: fill('as said [1] '),
  'small objects': fill('{"a":1}'),
  'small broken objects': fill('{a:1,}'),
  'duplicate keys': around('{', '"a":1,', '}'),
  'different keys': differentKeys,
  'YAML lists': fill('- '),
  'lines of keys': fill('city: b\n'),
  'table rows': fill('|city|days|\n'),
  'lines of words': fill('a\n'),
  'closers nobody opened': around('{"a":1}', '}', ''),
  surrogates: fill('\ud800')
}

const SCHEMAS: readonly (JsonSchema | undefined)[] = [
  undefined,
  {
    type: 'array',
    items: {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer' } },
      required: ['city']
    }
  },
  {
    $ref: '#/$defs/json',
    $defs: {
      json: {
        anyOf: [
          { type: 'number' },
          { type: 'string' },
          { type: 'array', items: { $ref: '#/$defs/json' } },
          { type: 'object', additionalProperties: { $ref: '#/$defs/json' } }
        ]
      }
    }
  }
]

const trip: JsonSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city', 'days']
}
const numbers: JsonSchema = { type: 'array', items: { type: 'number' } }

const differentLines = (length: number) => {
  let text = ''
  for (let at = 0; text.length < length; at++) text += `key${at}: b\n`
  return text
}
const cardOf = (text: string) =>
  JSON.stringify({ type: 'AdaptiveCard', body: [{ type: 'TextBlock', text }] })

/** Texts that are read as something else than JSON, and what is asked for. */
const OTHER_FORMS: Readonly<Record<string, readonly [(length: number) => string, JsonSchema]>> = {
  'blanks in YAML': [around('x: a', ' ', 'b'), trip],
  'keys of YAML': [differentLines, trip],
  'blanks behind a key': [around('city:', ' ', 'x'.repeat(2100)), trip],
  'marks around values': [fill(`city: x${'*'.repeat(1900)}y\n`), trip],
  'table cells': [around('|city|days|\n|-|-|\n', `|${' '.repeat(500)}|a\n`, ''), trip],
  'blanks before words': [around('', ' ', 'x "'), trip],
  'line breaks in the text of a card': [length => cardOf(`\`\`\`\n${fill('\n')(length)}`), trip],
  'ticks in the text of a card': [length => cardOf(fill('``` ')(length)), trip],
  'blanks in numbers': [around('[', `"1${' '.repeat(1900)}x",`, ']'), numbers],
  'points in numbers': [around('[', `"1${'.,'.repeat(900)}x",`, ']'), numbers]
}

const SMALL = 65_536
/** Longer texts are not taken for anything but JSON. */
const SMALL_OF_OTHERS = 16_384
const FACTOR = 8

/** Linear work grows by the factor, quadratic work by its square; between them lies a wide gap. */
const MOST_GROWTH = FACTOR * 3.5
/** Below this many milliseconds the count says nothing: some systems count in ticks of four. */
const NOTICEABLE = 4

/** What a run costs this thread, which neighbours on the machine do not change much. */
function cost(run: () => void): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** How much more the long text costs than the short one. */
function measure(run: (length: number) => void, length: number): number {
  run(length)
  const small = cost(() => run(length))
  const large = cost(() => run(length * FACTOR))
  return large / Math.max(small, NOTICEABLE)
}

/** The best of a few tries: other work on the machine only ever adds. */
function growth(run: (length: number) => void, length = SMALL): number {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 5 && best >= MOST_GROWTH; attempt++) {
    best = Math.min(best, measure(run, length))
  }
  return best
}

/** Streams a text to somebody who looks at its value after every chunk. */
function watch(text: string, look: (shown: unknown) => void = () => {}): void {
  const stream = createReplyStream()
  for (let at = 0; at < text.length; at += 64) look(stream.push(text.slice(at, at + 64)).snapshot)
}

describe('hostile text', () => {
  it.each(Object.keys(FAMILIES))('[P4] takes time in proportion to its length: %s', name => {
    const text = FAMILIES[name] ?? fill(' ')
    for (const schema of SCHEMAS) {
      for (const mode of schema === undefined
        ? (['reply', 'document'] as const)
        : (['reply'] as const)) {
        const options = schema === undefined ? { mode } : { mode, schema }
        const ratio = growth(length => {
          parseReply(text(length), options)
        })
        expect(ratio).toBeLessThan(MOST_GROWTH)
      }
    }
  })

  it.each(Object.entries(OTHER_FORMS))(
    '[P4] takes time in proportion to its length: %s',
    (_name, [text, schema]) => {
      const ratio = growth(length => {
        parseReply(text(length), { schema })
      }, SMALL_OF_OTHERS)
      expect(ratio).toBeLessThan(MOST_GROWTH)
    }
  )

  it.each(['blanks in numbers', 'points in numbers'])(
    '[P4] takes little time for what is no number: %s',
    name => {
      const [text, schema] = OTHER_FORMS[name] ?? [fill(' '), numbers]
      const words = around('[', `"${'x'.repeat(1900)}",`, ']')
      const read = (said: string) => () => parseReply(said, { schema })
      const least = (run: () => void) => Math.min(...Array.from({ length: 4 }, () => cost(run)))
      const plain = least(read(words(SMALL)))
      expect(least(read(text(SMALL)))).toBeLessThan(Math.max(plain, NOTICEABLE) * FACTOR)
    }
  )

  it.each(['doubled quotes inside of a string', 'marks above one key'])(
    '[P4] takes little more time where a schema has many branches: %s',
    name => {
      const text = (FAMILIES[name] ?? fill(' '))(SMALL * 4)
      const branch = (nth: number) => ({
        type: 'object',
        properties: { [`key ${nth}`]: { type: 'string' }, city: { $ref: '#' } }
      })
      const schema = { anyOf: Array.from({ length: 24 }, (_, nth) => branch(nth)) }
      const least = (run: () => void) => Math.min(...Array.from({ length: 4 }, () => cost(run)))
      const plain = least(() => parseReply(text))
      expect(least(() => parseReply(text, { schema }))).toBeLessThan(
        Math.max(plain, NOTICEABLE) * FACTOR
      )
    }
  )

  it.each(Object.keys(FAMILIES))('[P7.6] streams in time in proportion to its length: %s', name => {
    const text = FAMILIES[name] ?? fill(' ')
    expect(growth(length => watch(text(length)))).toBeLessThan(MOST_GROWTH)
  })

  it('tells a stream that is copied at every look from one that is not: the control', () => {
    const list = around('[', '1,', '')
    const careless = (length: number) => watch(list(length), structuredClone)
    expect(growth(careless, SMALL_OF_OTHERS)).toBeGreaterThan(MOST_GROWTH)
  })

  it('tells a careless reader from a careful one: the control', () => {
    // A backtracking expression tries the white space anew from each of its characters.
    const careless = (length: number) => expect(/\s+```/.test(' '.repeat(length / 16))).toBe(false)
    expect(growth(careless)).toBeGreaterThan(MOST_GROWTH)
  })

  it('[P4] survives a megabyte of each within its limits', () => {
    for (const [name, text] of Object.entries(FAMILIES)) {
      const outcome = parseReply(text(1_100_000))
      expect(outcome.flags.limits, name).toContain('length')
    }
  })
})
