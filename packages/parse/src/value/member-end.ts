import {
  BACKTICK,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  PLUS
} from '../segment/characters.ts'
import { closerEnds, hasLineBreak } from './closer-end.ts'
import { keyAhead } from './key-ahead.ts'
import type { Place } from './place.ts'
import { isQuote } from './quotes.ts'
import type { Reading } from './reading.ts'
import { peekGap, skipSpace } from './white-space.ts'

export function endsMember(
  reading: Reading,
  after: number,
  next: number,
  code: number,
  place: Place
): boolean {
  const { text, limit } = reading
  if (code === COMMA) return commaEndsMember(reading, next + 1, place)
  if (reading.isLastQuote(after - 1)) return true
  if (code === CLOSE_BRACE) return closerEnds(reading, next + 1, place)
  if (code === CLOSE_BRACKET) return place.openArray && closerEnds(reading, next + 1, place)
  if (code === PLUS) return isQuote(text.charCodeAt(skipSpace(text, next + 1, limit)))
  if (code === BACKTICK && text.startsWith('```', next)) return true
  if (code === OPEN_BRACE) return place.openArray && hasLineBreak(text, after, next)
  if (isQuote(code)) return keyAhead(reading, next, place.anchors, place.wary)
  return hasLineBreak(text, after, next) && keyAhead(reading, next, place.anchors, place.wary)
}

/** After a comma in an object comes a key, the end, or more of the sentence. */
export function commaEndsMember(reading: Reading, from: number, place: Place): boolean {
  const { text, limit } = reading
  const next = peekGap(text, from, limit)
  if (next >= limit) return true
  const code = text.charCodeAt(next)
  if (code === CLOSE_BRACE || code === CLOSE_BRACKET) return closerEnds(reading, next + 1, place)
  if (code === OPEN_BRACE || code === OPEN_BRACKET) return place.openArray
  if (code === COMMA) return commaEndsMember(reading, next + 1, { ...place, depth: 0 })
  if (text.startsWith('...', next)) return true
  if (keyAhead(reading, next, place.anchors, place.wary)) return true
  if (isQuote(code)) return keyCutOff(reading, next)
  const wordEnd = peekWordEnd(text, next, limit)
  if (wordEnd === next) return false
  return wordEnd >= limit || strayWordBeforeKey(reading, wordEnd)
}

/** A key that the end of the text cuts off. */
function keyCutOff(reading: Reading, at: number): boolean {
  const { text, limit } = reading
  const quote = text.charCodeAt(at)
  const horizon = reading.horizon(at, 64)
  let end = at + 1
  while (end < horizon && text.charCodeAt(end) !== quote) end++
  return end >= limit || skipSpace(text, end + 1, limit) >= limit
}

/** A word that belongs to nothing, and then a quoted key. */
function strayWordBeforeKey(reading: Reading, wordEnd: number): boolean {
  const next = skipSpace(reading.text, wordEnd, reading.limit)
  return (
    next > wordEnd && reading.text.charCodeAt(next) === 34 && keyAhead(reading, next, undefined)
  )
}

function peekWordEnd(text: string, from: number, limit: number): number {
  let at = from
  while (at < limit && at - from < 64 && /[\w$-]/.test(text[at] ?? '')) at++
  return at
}
