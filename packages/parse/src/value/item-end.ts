import {
  BACKTICK,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  PLUS
} from '../segment/characters.ts'
import { closerEnds, hasLineBreak } from './closer-end.ts'
import { isNumberText } from './number.ts'
import type { Place } from './place.ts'
import { isQuote } from './quotes.ts'
import type { Reading } from './reading.ts'
import { isSpace, peekGap, skipSpace } from './white-space.ts'

/** How far a list is looked at to tell an item from more of the same sentence. */
const ITEM_AHEAD = 160

export function endsItem(
  reading: Reading,
  after: number,
  next: number,
  code: number,
  place: Place
): boolean {
  const { text, limit } = reading
  if (code === COMMA) return commaEndsItem(reading, next + 1)
  if (code === CLOSE_BRACKET) return closerEnds(reading, next + 1, place)
  if (code === CLOSE_BRACE) return place.openObject && closerEnds(reading, next + 1, place)
  if (code === PLUS) return isQuote(text.charCodeAt(skipSpace(text, next + 1, limit)))
  if (code === COLON) return quotedPairFollows(text, next, limit)
  if (code === OPEN_BRACE || code === OPEN_BRACKET) return true
  if (code === CLOSE_PAREN || code === BACKTICK) return true
  if (isQuote(code)) return next > after || isQuote(text.charCodeAt(next + 1)) === false
  if (hasLineBreak(text, after, next)) return true
  return next > after && scalarFollows(reading, next)
}

function quotedPairFollows(text: string, colon: number, limit: number): boolean {
  const code = text.charCodeAt(skipSpace(text, colon + 1, limit))
  return isQuote(code) || code === OPEN_BRACE || code === OPEN_BRACKET
}

/** A number, a literal, or a word whose own closing quote is still there. */
function scalarFollows(reading: Reading, at: number): boolean {
  const { text } = reading
  const horizon = reading.horizon(at, 64)
  let end = at
  while (end < horizon && !/[\s,\]}"']/.test(text[end] ?? '')) end++
  const word = text.slice(at, end)
  if (isNumberText(word) || word === 'true' || word === 'false' || word === 'null') return true
  const close = text.charCodeAt(end)
  if (close !== 34) return false
  const next = text.charCodeAt(skipSpace(text, end + 1, reading.limit))
  return next === COMMA || next === CLOSE_BRACKET
}

/** After a comma in a list comes an item, or more of the sentence up to a quote. */
function commaEndsItem(reading: Reading, from: number): boolean {
  const { text, limit } = reading
  const next = peekGap(text, from, limit)
  if (next >= limit) return true
  const first = text.charCodeAt(next)
  if (isQuote(first)) return !quotesSentence(reading, next)
  if (first === OPEN_BRACE || first === OPEN_BRACKET || first === CLOSE_BRACKET) return true
  const horizon = reading.horizon(next, ITEM_AHEAD)
  for (let at = next; at < horizon; at++) {
    const code = text.charCodeAt(at)
    if (code === CLOSE_BRACKET || code === 10 || code === COMMA) return true
    if (code === 34) {
      const after = text.charCodeAt(skipSpace(text, at + 1, limit))
      return !(after === COMMA || after === CLOSE_BRACKET) || !/\s/.test(text.slice(next, at))
    }
  }
  return true
}

/** `"hi", "bye" and so on`: quoted words inside one sentence. */
function quotesSentence(reading: Reading, at: number): boolean {
  const { text, limit } = reading
  const horizon = reading.horizon(at, ITEM_AHEAD)
  const quote = text.charCodeAt(at)
  for (let end = at + 1; end < horizon; end++) {
    const code = text.charCodeAt(end)
    if (code === 92) end++
    else if (code === quote) {
      const after = skipSpace(text, end + 1, limit)
      return (
        after > end + 1 &&
        after < limit &&
        /[\p{Ll}]/u.test(text[after] ?? '') &&
        !scalarFollows(reading, after)
      )
    }
  }
  return false
}

/** The quote opens an item that ends as items end. */
export function nextItemAhead(reading: Reading, at: number): boolean {
  const { text, limit } = reading
  const quote = text.charCodeAt(at)
  if (isSpace(text.charCodeAt(at + 1))) return false
  const horizon = reading.horizon(at, ITEM_AHEAD)
  for (let end = at + 1; end < horizon; end++) {
    const code = text.charCodeAt(end)
    if (code === 92) end++
    else if (code === quote) {
      const after = text.charCodeAt(skipSpace(text, end + 1, limit))
      return after === COMMA || after === CLOSE_BRACKET
    }
  }
  return false
}
