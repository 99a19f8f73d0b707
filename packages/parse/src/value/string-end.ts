import { BACKTICK, CLOSE_PAREN, COLON, COMMA, PLUS } from '../segment/characters.ts'
import { hasLineBreak } from './closer-end.ts'
import { endsItem } from './item-end.ts'
import { endsMember } from './member-end.ts'
import type { Place } from './place.ts'
import { isQuote } from './quotes.ts'
import type { Reading } from './reading.ts'
import { peekGap, skipSpace } from './white-space.ts'

/**
 * Decides whether the quote that ends before `after` ends its string, by what
 * follows it. An agent that forgets to escape a quote goes on with its sentence;
 * one that means to end the string goes on with JSON.
 */
export function endsString(reading: Reading, after: number, place: Place): boolean {
  const { text, limit } = reading
  const next = peekGap(text, after, limit)
  if (next >= limit) return true
  const code = text.charCodeAt(next)
  switch (place.in) {
    case 'root':
      return endsRoot(reading, after, next, code)
    case 'key':
      return true
    case 'call':
      return code === CLOSE_PAREN || code === COMMA || code === PLUS
    case 'member':
      return endsMember(reading, after, next, code, place)
    case 'item':
      return endsItem(reading, after, next, code, place)
  }
}

function endsRoot(reading: Reading, after: number, next: number, code: number): boolean {
  const { text, limit } = reading
  if (code === COMMA || code === COLON) return true
  if (code === PLUS) return isQuote(text.charCodeAt(skipSpace(text, next + 1, limit)))
  if (code === BACKTICK) return text.startsWith('```', next)
  return hasLineBreak(text, after, next)
}
