import type { RepairCode } from '../repair-codes.ts'
import { soften } from '../schema/fold.ts'
import { isNumberText, looseNumber } from '../value/number.ts'
import { numberFromWords } from './number-words.ts'

interface ReadNumber {
  readonly value: number
  readonly code: RepairCode
}

/**
 * Reads a number out of text, by the first step of the ladder that knows how.
 *
 * @param integer true where only an integer will do, which says what a point is and what a slash is not
 */
export function readLooseNumber(text: string, integer = false): ReadNumber | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > 2000) return undefined
  const plain = inAscii(trimmed)
  const bare = plain.replaceAll(UNITS, '$1')
  const thousands = integer || MONEY.test(plain)
  const steps: [RepairCode, () => number | undefined][] = [
    ['number_ambiguous', () => pointed(bare, thousands)],
    ['number_from_text', () => (isNumberText(trimmed) ? Number(trimmed) : looseNumber(trimmed))],
    ['number_formatted', () => formattedNumber(bare)],
    ['number_from_fraction', () => fraction(trimmed, integer)],
    ['number_from_words', () => numberFromWords(bare)],
    ['number_from_prose', () => numberInProse(plain, thousands)]
  ]
  for (const [code, read] of steps) {
    const value = read()
    if (value !== undefined) return Number.isFinite(value) ? { value, code } : undefined
  }
  return undefined
}

/** Zeros of the digits that are not ASCII: Arabic, Persian, Devanagari, Bengali, full width. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10]

function inAscii(text: string): string {
  return text
    .replace(/\p{Nd}/gu, digit => {
      const code = digit.charCodeAt(0)
      const zero = ZEROS.find(start => code >= start && code < start + 10)
      return zero === undefined ? digit : String(code - zero)
    })
    .replace(/−|^–/g, '-')
}

/** A sign of a currency such as $ and R$, its three letters, or what it is called for short. */
const CURRENCY = '(?:[A-Z]{0,3}\\p{Sc}|\\b(?:[A-Z]{3}|kr|Rp|Rs|TL|Fr|Ft|Kč|zł)(?![\\p{L}\\p{N}]))'
const MONEY = new RegExp(CURRENCY, 'u')
/** A currency in front or behind; behind, per cent. */
const UNITS = new RegExp(`^([-+]?)${CURRENCY}\\.?\\s*|(?<!\\s)\\s*(?:${CURRENCY}|%)?\\.?$`, 'gu')
/** Three digits behind a point: thousands in half of the world, thousandths in the other. */
const POINTED = /^[-+]?[1-9]\d{0,2}\.\d{3}$/
/** Thousands behind one separator and a decimal point or comma that is another; lakh and crore. */
const GROUPED = /^[-+]?[1-9]\d{0,2}([,.\s'’_])(?:\d{3}\1|\d\d,)*\d{3}(?:(?!\1)[,.]\d+)?$/

function pointed(bare: string, thousands: boolean): number | undefined {
  return POINTED.test(bare) ? Number(thousands ? bare.replace('.', '') : bare) : undefined
}

/** Thousands separators of every kind, decimal commas. */
function formattedNumber(bare: string): number | undefined {
  if (isNumberText(bare)) return Number(bare)
  const [, separator] = GROUPED.exec(bare) ?? []
  if (separator !== undefined) return Number(bare.replaceAll(separator, '').replace(',', '.'))
  return /^[-+]?\d+,\d+$/.test(bare) ? Number(bare.replace(',', '.')) : undefined
}

function fraction(text: string, integer: boolean): number | undefined {
  const [, above, below] = /^([-+]?\d{1,15})\s*\/\s*(\d{1,15})$/.exec(text) ?? []
  const value = Number(above) / Number(below)
  // 8/10 is no integer, and not 1 either.
  return above === undefined || (integer && value % 1 !== 0) ? undefined : value
}

/** Words beside a number that make another one of it: magnitudes, parts, signs, an account's brackets. */
const CHANGED =
  /(?<!\p{L})(?:hund(?:red|ert)|thousand|tausend|tsd|mil(?:le|a)?(?!\p{L})|(?:tr|[bm])il[hijly]{0,2}(?:on|ao|oe|ar)|(?:mio|mrd|bn|mn|k)(?!\p{L})|lakh|crore|dozen|тыс|мл|милли|half of|a half|below zero|(?:twice|double|triple|not|minus|menos|moins|negative)[^\p{L}\p{N}]+\p{N})|[百千万萬亿億]|-\s?\p{Sc}|^\p{Sc}?\(.*\)$/su

/** The number of a sentence, when it names exactly one. */
function numberInProse(text: string, thousands: boolean): number | undefined {
  if (CHANGED.test(soften(text))) return undefined
  const found = new Set<number>()
  for (const [token] of text.matchAll(/[\p{L}\p{N}.,:/_-]+/gu)) {
    if (!/\p{Nd}/u.test(token)) continue
    const bare = token.replace(/^[.,:/_]+|(?<![.,:/_-])[.,:/_-]+$/g, '').replaceAll(UNITS, '$1')
    const value = pointed(bare, thousands) ?? formattedNumber(bare)
    // v2, 12:30 and 2024-01-02 are names of other things.
    if (value === undefined) return undefined
    found.add(value)
  }
  const [value, other] = found
  return other === undefined ? value : undefined
}
