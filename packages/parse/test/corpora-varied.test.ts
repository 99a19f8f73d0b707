import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../src/index.ts'
import {
  absence,
  countedRows,
  passes,
  present,
  type Row,
  read,
  SUITES,
  type Suite
} from './corpora.ts'

// What is right for a row is right for the same row in other words and other surroundings: a reader
// that knows the rows, not the language, fails here.

/** Another row that means the same, or nothing where that cannot be said of this one. */
type Variation = (row: Row) => Row | undefined

const VARIATIONS: Readonly<Record<string, Variation>> = {
  'with other keys': row => inOtherWords(row, wordsIn(keysOf(row.schema).join(' '))),
  'with other strings': row => {
    const strings = stringsIn(row.expected)
    const said = strings.every(string => row.input.includes(string))
    return said ? inOtherWords(row, wordsIn(strings.join(' '))) : undefined
  },
  'with Windows line ends': ({ input, ...row }) =>
    input.includes('\n') && !stringsIn(row.expected).join().includes('\n')
      ? { ...row, input: input.replace(/\r?\n/g, '\r\n') }
      : undefined,
  'between line breaks': row => around(row, '\n  \n', '\n\n'),
  'within words': row =>
    around(row, 'Sure! Here is what you asked for:\n\n', '\n\nTell me if you need more.'),
  'within words of another language': row =>
    around(row, 'Natürlich, hier ist das Ergebnis:\n', '\nGern geschehen!'),
  'within a fence': row => (fenced(row) ? undefined : around(row, '```json\n', '\n```')),
  'within a fence in words': row =>
    fenced(row) ? undefined : around(row, 'I looked it up.\n\n```\n', '\n```\n\nWhat else?'),
  'behind a thought': row =>
    around(row, '<think>Data is wanted, like {"like": "this"}.</think>\n', '')
}

/** Rows that mean something else when they are varied, and why. */
const OTHERS: Readonly<Record<string, string>> = {
  'baml/international/test_multiple_original_enum_values_fail':
    'A value that is no name of the schema any more names nothing.'
}

describe.skipIf(!present)(`corpora, varied${absence}`, () => {
  it.each(Object.entries(VARIATIONS))('reads rows the same %s', (_, vary) => {
    const varied = SUITES.flatMap(suite =>
      countedRows(suite)
        .filter(row => !(row.id in OTHERS) && isWhole(suite, row) && passes(suite, row))
        .flatMap(row => {
          const other = vary(row)
          return other === undefined ? [] : [{ suite, row: other }]
        })
    )
    expect(varied.length).toBeGreaterThan(15)
    const failed = varied.filter(({ suite, row }) => !passes(suite, row))
    expect(failed.map(({ row }) => row.id)).toEqual([])
  })

  it('notices a reader that knows the rows by heart', () => {
    const rows = countedRows('baml').flatMap(row => {
      if (row.expected === undefined) return []
      const other = VARIATIONS['with other keys']?.(row)
      return other === undefined ? [] : [{ ...other, expected: row.expected }]
    })
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.filter(row => passes('baml', row))).toEqual([])
  })
})

/** Words behind a text that breaks off would be a part of it. */
const isWhole = (suite: Suite, row: Row): boolean => {
  const outcome = read(suite, row)
  return outcome.kind === 'structured' && outcome.complete
}

const around = (row: Row, before: string, after: string): Row | undefined =>
  row.schema !== undefined && typeof row.expected === 'object' && /^\s*[[{<`]/.test(row.input)
    ? { ...row, input: `${before}${row.input}${after}` }
    : undefined

const fenced = ({ input }: Row): boolean => /```|~~~/.test(input)

/** The row with words replaced wherever they stand: in its text, its schema and what is expected. */
function inOtherWords(row: Row, words: ReadonlySet<string>): Row | undefined {
  const { input, schema, expected } = row
  const text = JSON.stringify([input, schema, expected]).replace(
    /\\+u[\da-f]{4}|\\+.|[A-Za-z]+/gi,
    word => (words.has(word) ? otherWord(word) : word)
  )
  const [other, otherSchema, otherExpected] = JSON.parse(text) as [
    string,
    JsonSchema | null,
    unknown
  ]
  if (other === input) return undefined
  return {
    ...row,
    input: other,
    ...(schema === undefined || otherSchema === null ? {} : { schema: otherSchema }),
    expected: otherExpected
  }
}

/** A word of the same length and case that nobody has ever written. */
function otherWord(word: string): string {
  let seed = 0
  for (const letter of word) seed = (Math.imul(seed, 31) + letter.charCodeAt(0)) >>> 0
  return [...word].reduce((other, letter, place) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    const letters = place % 2 === 0 ? 'bdfgklmnprstvz' : 'aeiou'
    const drawn = letters[(seed >>> 8) % letters.length] ?? ''
    return other + (letter === letter.toUpperCase() ? drawn.toUpperCase() : drawn)
  }, '')
}

/** What means something to JSON, to JSON Schema or to a reader of either stays as it is. */
const LANGUAGE = new Set(
  `type properties items required enum const anyOf oneOf allOf additionalProperties string integer
  number boolean null array object description title default minimum maximum pattern format true
  false defs ref None True False NaN Infinity undefined json yaml alias aliases descriptions think
  reasoning final answer callback function JsonValue`.split(/\s+/)
)

const wordsIn = (text: string): ReadonlySet<string> =>
  new Set([...(text.match(/[A-Za-z]{3,}/g) ?? [])].filter(word => !LANGUAGE.has(word)))

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flat().flatMap(stringsIn)
    : []
}

function keysOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : []
  return [...own, ...Object.values(schema).flatMap(keysOf)]
}
