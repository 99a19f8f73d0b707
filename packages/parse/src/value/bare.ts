import { keyAhead } from './key-ahead.ts'
import { commaEndsMember } from './member-end.ts'
import type { LiteralNode, NumberNode, StringNode } from './node.ts'
import { cutNumber, isNumberText, looseNumber } from './number.ts'
import type { Place } from './place.ts'
import type { Reading } from './reading.ts'
import { commentEnd, isSpace, skipSpace } from './white-space.ts'

const LITERALS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null]
])

const FOREIGN_LITERALS = new Map<string, boolean | null>([
  ['True', true],
  ['False', false],
  ['TRUE', true],
  ['FALSE', false],
  ['None', null],
  ['NULL', null],
  ['Null', null],
  ['nil', null],
  ['undefined', null]
])

type Scalar = StringNode | NumberNode | LiteralNode

/** Reads what stands without quotes: a number, a literal, or bare words. */
export function readBare(reading: Reading, start: number, place: Place): Scalar {
  const end = bareEnd(reading, start, place)
  const written = reading.text.slice(start, end).trimEnd()
  const stop = start + written.length
  // A quote at the end whose partner at the start is missing.
  if (end < reading.limit && isStrayQuote(reading, end, place)) {
    reading.repair('quote_added', start, start, '"')
    if (isNumberText(written))
      return { kind: 'number', start, end: end + 1, value: Number(written), written }
    return { kind: 'string', start, end: end + 1, value: written, quoted: true, complete: true }
  }
  const cut = stop >= reading.limit
  return asScalar(reading, written, start, cut && place.in !== 'root')
}

/** Says what bare words are: a number, a literal or text. */
export function asScalar(reading: Reading, written: string, start: number, cut: boolean): Scalar {
  const end = start + written.length
  if (isNumberText(written)) {
    if (cut) {
      reading.truncate(end)
      reading.repair('number_truncated', start, end, written)
    }
    return { kind: 'number', start, end, value: Number(written), written }
  }
  const literal = LITERALS.get(written)
  if (literal !== undefined) return { kind: 'literal', start, end, value: literal }
  const foreign = FOREIGN_LITERALS.get(written)
  if (foreign !== undefined) {
    reading.repair('literal_spelling', start, end, String(foreign))
    return { kind: 'literal', start, end, value: foreign }
  }
  return looseScalar(reading, written, start, end)
}

function looseScalar(reading: Reading, written: string, start: number, end: number): Scalar {
  const atEnd = end >= reading.limit
  const lone = loneSign(reading, written, start)
  if (lone !== undefined) return lone
  const loose = looseNumber(written)
  if (loose !== undefined) {
    reading.repair('number_spelling', start, end, String(loose))
    return { kind: 'number', start, end, value: loose, written: String(loose) }
  }
  const cut = cutNumber(written)
  if (cut !== undefined && (atEnd || written.endsWith('.') || /[eE][+-]?$/.test(written))) {
    reading.repair('number_truncated', start, end, String(cut))
    if (atEnd) reading.truncate(end)
    return { kind: 'number', start, end, value: cut, written: String(cut) }
  }
  if (atEnd && written.length < 5) {
    for (const [word, value] of LITERALS) {
      if (written === '' || !word.startsWith(written)) continue
      reading.repair('literal_completed', start, end, word)
      reading.truncate(end)
      return { kind: 'literal', start, end, value }
    }
  }
  const code = /^[-+.]?\d/.test(written) ? 'number_kept_as_text' : 'string_quoted'
  reading.repair(code, start, end, JSON.stringify(written))
  return { kind: 'string', start, end, value: written, quoted: false, complete: true }
}

/** In a document, a sign or point alone stands for a number that broke off. */
function loneSign(reading: Reading, written: string, start: number): NumberNode | undefined {
  const inside = written === '-' && start > 0
  if (!reading.document || (!inside && written !== '.')) return undefined
  const end = start + 1
  reading.repair('sign_read_as_zero', start, end, '0')
  return { kind: 'number', start, end, value: 0, written: '0' }
}

function isStrayQuote(reading: Reading, at: number, place: Place): boolean {
  const code = reading.text.charCodeAt(at)
  return (code === 34 || code === 39) && place.in !== 'root' && quoteEndsBare(reading, at, place)
}

function bareEnd(reading: Reading, start: number, place: Place): number {
  const { text, limit } = reading
  let nested = 0
  let quoting = false
  for (let at = start; at < limit; at++) {
    const code = text.charCodeAt(at)
    if (code === 40 || code === 91 || code === 123) {
      if (code !== 40 && isFinished(text, start, at)) return at
      if (at > start || code === 40) nested++
    } else if (code === 41 || code === 93 || code === 125) {
      if (nested > 0) nested--
      else if (closesAround(code, place) || isFinished(text, start, at)) return at
    } else if (code === 10) {
      if (newlineEnds(reading, at, place)) return at
      // A bracket that stays open over a line break was text.
      nested = 0
    } else if (nested > 0) continue
    else if (code === 32 || code === 9) {
      if (gapEnds(reading, start, at, place)) return at
    } else if (code === 44) {
      if (commaEnds(reading, at, place) || isLiteralBefore(text, start, at)) return at
    } else if (code === 34 || code === 39) {
      if (place.in !== 'root' && !quoting && quoteEndsBare(reading, at, place)) return at
      // An apostrophe inside a word opens no quotation.
      if (code === 34) quoting = !quoting
    } else if (
      (code === 47 || code === 35 || code === 60) &&
      startsComment(text, at, limit, start)
    ) {
      return at
    } else if (code === 96 && text.startsWith('```', at)) return at
  }
  return limit
}

/** A number or literal is over where a bracket opens: `[{"i":1{"i":2}]`. */
function isFinished(text: string, start: number, end: number): boolean {
  if (end - start > 40) return false
  const written = text.slice(start, end).trimEnd()
  return isNumberText(written) || LITERALS.has(written)
}

function isLiteralBefore(text: string, start: number, end: number): boolean {
  return end - start <= 8 && LITERALS.has(text.slice(start, end).trim())
}

/** Where words in a row are two values: `[1 2]`, `{"a": 2 "b": 3}`. */
function gapEnds(reading: Reading, start: number, at: number, place: Place): boolean {
  const { text, limit } = reading
  if (isSpace(text.charCodeAt(at - 1)) && at > start) return false
  const next = skipSpace(text, at, limit)
  const code = text.charCodeAt(next)
  if (place.in === 'member') {
    return (code === 34 || isFinished(text, start, at)) && keyAhead(reading, next, place.anchors)
  }
  const value = (code >= 48 && code <= 57) || code === 45 || code === 34
  return place.in === 'item' && value && isFinished(text, start, at)
}

function startsComment(text: string, at: number, limit: number, start: number): boolean {
  if (at > start && !isSpace(text.charCodeAt(at - 1)) && text.charCodeAt(at + 1) !== 42)
    return false
  return commentEnd(text, at, limit) > at
}

function closesAround(code: number, place: Place): boolean {
  if (code === 41) return place.in === 'call' || place.inTuple
  if (code === 125) return place.openObject || place.in === 'root'
  if (code === 93) return place.openArray || place.in === 'root'
  return false
}

function newlineEnds(reading: Reading, at: number, place: Place): boolean {
  if (place.in !== 'member') return true
  const next = skipSpace(reading.text, at, reading.limit)
  if (next >= reading.limit) return true
  const code = reading.text.charCodeAt(next)
  if (code === 125 || code === 93 || code === 44) return true
  return (
    commentEnd(reading.text, next, reading.limit) > next || keyAhead(reading, next, place.anchors)
  )
}

function commaEnds(reading: Reading, at: number, place: Place): boolean {
  return place.in === 'member' ? commaEndsMember(reading, at + 1, place) : true
}

function quoteEndsBare(reading: Reading, at: number, place: Place): boolean {
  const { text, limit } = reading
  const next = skipSpace(text, at + 1, limit)
  if (next >= limit) return false
  const code = text.charCodeAt(next)
  if (code === 44) return place.in === 'item' || commaEndsMember(reading, next + 1, place)
  return (code === 125 && place.openObject) || (code === 93 && place.openArray)
}
