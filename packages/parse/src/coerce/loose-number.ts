import type { RepairCode } from '../repair-codes.ts'
import { isNumberText, looseNumber } from '../value/number.ts'
import { numberFromWords } from './number-words.ts'

interface ReadNumber {
  readonly value: number
  readonly code: RepairCode
}

/** Reads a number out of text, by the first step of the ladder that knows how. */
export function readLooseNumber(text: string): ReadNumber | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > 2000) return undefined
  const steps: [RepairCode, (text: string) => number | undefined][] = [
    ['number_from_text', plainNumber],
    ['number_formatted', formattedNumber],
    ['number_from_fraction', fraction],
    ['number_from_words', numberFromWords],
    ['number_from_prose', numberInProse]
  ]
  for (const [code, read] of steps) {
    const value = read(trimmed)
    if (value !== undefined) return Number.isFinite(value) ? { value, code } : undefined
  }
  return undefined
}

function plainNumber(text: string): number | undefined {
  return isNumberText(text) ? Number(text) : looseNumber(text)
}

/** Zeros of the digits that are not ASCII: Arabic, Persian, Devanagari, Bengali, full width. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10]
/** A sign of a currency or its three letters, in front or behind; behind, per cent. */
const UNITS = /^([-+]?)(?:\p{Sc}|[A-Z]{3}\b)\.?\s*|\s*(?:\p{Sc}|\b[A-Z]{3}|%)?\.?$/gu
/** Thousands behind one separator and a decimal point or comma that is another; lakh and crore. */
const GROUPED = /^[-+]?\d{1,3}([,.\s'’_])(?:\d{3}\1|\d\d,)*\d{3}(?:(?!\1)[,.]\d+)?$/

/** Thousands separators of every kind, decimal commas, currency, per cent. */
function formattedNumber(text: string): number | undefined {
  const bare = text
    .replace(/\p{Nd}/gu, digit => {
      const code = digit.charCodeAt(0)
      const zero = ZEROS.find(start => code >= start && code < start + 10)
      return zero === undefined ? digit : String(code - zero)
    })
    .replace(/^[−–]/, '-')
    .replaceAll(UNITS, '$1')
  if (isNumberText(bare)) return Number(bare)
  const [, separator] = GROUPED.exec(bare) ?? []
  if (separator !== undefined) return Number(bare.replaceAll(separator, '').replace(',', '.'))
  return /^[-+]?\d+,\d+$/.test(bare) ? Number(bare.replace(',', '.')) : undefined
}

function fraction(text: string): number | undefined {
  const [, above, below] = /^([-+]?\d{1,15})\s*\/\s*(\d{1,15})$/.exec(text) ?? []
  return above === undefined ? undefined : Number(above) / Number(below)
}

/** The number of a sentence, when it names exactly one. */
function numberInProse(text: string): number | undefined {
  const found = new Set<number>()
  for (const [token] of text.matchAll(/[\p{L}\p{N}.,:/_-]+/gu)) {
    if (!/\p{Nd}/u.test(token)) continue
    const value = formattedNumber(token.replace(/^[.,:/_]+|[.,:/_-]+$/g, ''))
    // v2, 12:30 and 2024-01-02 are names of other things.
    if (value === undefined) return undefined
    found.add(value)
  }
  const [value, other] = found
  return other === undefined ? value : undefined
}
