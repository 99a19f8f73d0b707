import {
  BACKTICK,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET
} from '../segment/characters.ts'
import type { Place } from './place.ts'
import { isQuote } from './quotes.ts'
import type { Reading } from './reading.ts'
import { peekGap } from './white-space.ts'

/** After a closing bracket comes more structure; inside a sentence comes more sentence. */
export function closerEnds(reading: Reading, from: number, place: Place): boolean {
  const { text, limit } = reading
  // Behind the outermost bracket anything may follow.
  const next = peekGap(text, from, limit)
  if (place.depth <= 1 && !reading.document)
    return place.wary !== true || !quoteAndCloser(reading, next)
  if (next >= limit) return true
  const code = text.charCodeAt(next)
  if (code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET) return true
  if (code === 59 || code === CLOSE_PAREN || code === BACKTICK) return true
  if (isQuote(code) || code === OPEN_BRACE || code === OPEN_BRACKET)
    return next > from || code === OPEN_BRACE
  return hasLineBreak(text, from, next)
}

/** What looked like the end was quoted: here stands the real one. */
function quoteAndCloser(reading: Reading, at: number): boolean {
  const { text, limit } = reading
  if (text.charCodeAt(at) !== 34) return false
  const code = text.charCodeAt(peekGap(text, at + 1, limit))
  return code === CLOSE_BRACE || code === COMMA
}

export function hasLineBreak(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === 10) return true
  return false
}
