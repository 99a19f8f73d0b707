import { skipSpace } from '../value/gap.ts'
import { closes, isQuote } from '../value/quotes.ts'
import type { ReadResult } from '../value/read-value.ts'
import type { Finder } from './finder.ts'

/** Says whether a quoted key and its colon stand where a value should: the braces are missing. */
export function keyPair(text: string, at: number, limit: number): boolean {
  const quote = text.charCodeAt(at)
  if (!isQuote(quote)) return false
  for (let end = at + 1; end < limit && end - at < 128; end++) {
    const code = text.charCodeAt(end)
    if (code === 10) return false
    if (code === 92) end++
    else if (closes(quote, code)) return text.charCodeAt(skipSpace(text, end + 1)) === 58
  }
  return false
}

/** Reads members without the braces around them. */
export function readMembers(finder: Finder, at: number, limit: number): ReadResult {
  return finder.read(at, limit, true, true)
}
