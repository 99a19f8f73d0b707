import type { RepairCode } from '../repair-codes.ts'
import { isNumberText, looseNumber } from '../value/number.ts'
import { numberFromWords } from './number-words.ts'

export interface ReadNumber {
  readonly value: number
  readonly code: RepairCode
}

/** Zeros of the digits that are not ASCII: Arabic, Persian, Devanagari, Bengali, full width. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10]
const CURRENCY =
  /^(?:[$€£¥₹₩₽₺₫฿]|(?:USD|EUR|GBP|JPY|CHF|INR|CAD|AUD)\b\.?)\s*|\s*(?:[$€£¥₹₩₽₺₫฿]|\b(?:USD|EUR|GBP|JPY|CHF|INR|CAD|AUD))$/gi

/** Reads a number out of text, by the first step of the ladder that knows how. */
export function readLooseNumber(text: string): ReadNumber | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > 2000) return undefined
  if (isNumberText(trimmed)) return finite(Number(trimmed), 'number_from_text')
  const loose = looseNumber(trimmed)
  if (loose !== undefined) return finite(loose, 'number_from_text')
  const formatted = formattedNumber(trimmed)
  if (formatted !== undefined) return finite(formatted, 'number_formatted')
  const fraction = /^([-+]?\d{1,15})\s*\/\s*(\d{1,15})$/.exec(trimmed)
  if (fraction !== null)
    return finite(Number(fraction[1]) / Number(fraction[2]), 'number_from_fraction')
  const words = numberFromWords(trimmed)
  if (words !== undefined) return { value: words, code: 'number_from_words' }
  return numberInProse(trimmed)
}

function finite(value: number, code: RepairCode): ReadNumber | undefined {
  return Number.isFinite(value) ? { value, code } : undefined
}

/** Thousands separators of every kind, decimal commas, currency, per cent. */
export function formattedNumber(text: string): number | undefined {
  const bare = asciiDigits(text)
    .replace(/[−–]/g, '-')
    .replace(CURRENCY, '')
    .replace(/\s*%$/, '')
    .replace(/^(-?)\s*[$€£¥]\s*/, '$1')
    .replace(/\.$/, '')
  if (isNumberText(bare)) return Number(bare)
  const sign = bare.startsWith('-') ? -1 : 1
  const digits = bare.replace(/^[-+]/, '')
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits))
    return sign * Number(digits.replaceAll(',', ''))
  // Lakh and crore: 12,34,567.
  if (/^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/.test(digits))
    return sign * Number(digits.replaceAll(',', ''))
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(digits))
    return sign * Number(digits.replaceAll('.', '').replace(',', '.'))
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(digits)) return sign * Number(digits.replaceAll('.', ''))
  if (/^\d{1,3}(?:[\s'’_\u00a0\u202f]\d{3})+(?:[.,]\d+)?$/.test(digits)) {
    return sign * Number(digits.replace(/[\s'’_]/g, '').replace(',', '.'))
  }
  if (/^\d+,\d+$/.test(digits)) return sign * Number(digits.replace(',', '.'))
  return undefined
}

function asciiDigits(text: string): string {
  return text.replace(
    /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\uff10-\uff19]/g,
    digit => {
      const code = digit.charCodeAt(0)
      const zero = ZEROS.findLast(start => code >= start) ?? code
      return String(code - zero)
    }
  )
}

/** The number of a sentence, when it names exactly one. */
function numberInProse(text: string): ReadNumber | undefined {
  const found = new Set<number>()
  for (const [token] of text.matchAll(/[\p{L}\p{N}.,:/_-]+/gu)) {
    if (!/\p{Nd}/u.test(token)) continue
    const bare = token.replace(/^[.,:/_]+|[.,:/_-]+$/g, '')
    const value = isNumberText(bare) ? Number(bare) : formattedNumber(bare)
    // v2, 12:30 and 2024-01-02 are names of other things.
    if (value === undefined) return undefined
    found.add(value)
  }
  const [value] = found
  return found.size === 1 && value !== undefined ? { value, code: 'number_from_prose' } : undefined
}
