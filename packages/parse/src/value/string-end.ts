import { keyAhead } from './key-ahead.ts'
import { isNumberText } from './number.ts'
import type { Place } from './place.ts'
import { isQuote } from './quotes.ts'
import type { Reading } from './reading.ts'
import { isSpace, peekGap, skipSpace } from './white-space.ts'

const COMMA = 44
const COLON = 58
const PLUS = 43
const CLOSE_PAREN = 41
const CLOSE_BRACKET = 93
const CLOSE_BRACE = 125
const OPEN_BRACKET = 91
const OPEN_BRACE = 123
const BACKTICK = 96

/** How far a list is looked at to tell an item from more of the same sentence. */
const ITEM_AHEAD = 160

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

function endsMember(
  reading: Reading,
  after: number,
  next: number,
  code: number,
  place: Place
): boolean {
  const { text, limit } = reading
  if (code === COMMA) return commaEndsMember(reading, next + 1, place)
  if (code === CLOSE_BRACE) return closerEnds(reading, next + 1, place)
  if (code === CLOSE_BRACKET) return place.openArray && closerEnds(reading, next + 1, place)
  if (code === PLUS) return isQuote(text.charCodeAt(skipSpace(text, next + 1, limit)))
  if (code === BACKTICK && text.startsWith('```', next)) return true
  if (code === OPEN_BRACE) return place.openArray && hasLineBreak(text, after, next)
  if (isQuote(code)) return next > after && keyAhead(reading, next, place.anchors)
  return hasLineBreak(text, after, next) && keyAhead(reading, next, place.anchors)
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
  if (keyAhead(reading, next, place.anchors)) return true
  if (isQuote(code)) return keyCutOff(reading, next)
  return next < limit && peekWordEnd(text, next, limit) >= limit
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

function peekWordEnd(text: string, from: number, limit: number): number {
  let at = from
  while (at < limit && at - from < 64 && /[\w$-]/.test(text[at] ?? '')) at++
  return at
}

/** After a closing bracket comes more structure; inside a sentence comes more sentence. */
function closerEnds(reading: Reading, from: number, place: Place): boolean {
  const { text, limit } = reading
  // Behind the outermost bracket anything may follow.
  if (place.depth <= 1 && !reading.document) return true
  const next = peekGap(text, from, limit)
  if (next >= limit) return true
  const code = text.charCodeAt(next)
  if (code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET) return true
  if (code === 59 || code === CLOSE_PAREN || code === BACKTICK) return true
  if (isQuote(code) || code === OPEN_BRACE || code === OPEN_BRACKET)
    return next > from || code === OPEN_BRACE
  return hasLineBreak(text, from, next)
}

function endsItem(
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

/**
 * Decides whether a quote begins the next string, so that the string being read
 * has lost its closing one: `"hello,"world"` or `"a": "b, "c": 1`.
 *
 * @param content where the string being read began
 * @returns where the string should have ended, or -1
 */
export function lostQuote(reading: Reading, content: number, at: number, place: Place): number {
  const { text } = reading
  if (place.in === 'root' || place.in === 'call') return joinedBefore(text, content, at)
  const before = lastBefore(reading, content, at)
  const separator = text.charCodeAt(before)
  if (separator === PLUS && reading.document && nextItemAhead(reading, at)) return before
  const onNewLine = hasLineBreak(text, before + 1, at)
  if (separator !== COMMA && !(onNewLine && place.in === 'member')) return -1
  const end = separator === COMMA ? before : before + 1
  if (place.in === 'member') {
    if (separator !== COMMA && !keyKnown(reading, at, place)) return -1
    return keyAhead(reading, at, place.anchors) ? end : -1
  }
  if (place.in === 'item' && nextItemAhead(reading, at)) return end
  return -1
}

function keyKnown(reading: Reading, at: number, place: Place): boolean {
  const horizon = reading.horizon(at, 96)
  const close = reading.text.indexOf('"', at + 1)
  if (close === -1 || close >= horizon) return false
  return place.anchors === undefined || place.anchors.expects(reading.text.slice(at + 1, close))
}

/** The last character before a quote that is neither space nor, in a document, comment. */
function lastBefore(reading: Reading, content: number, at: number): number {
  const { text } = reading
  let before = at - 1
  while (before > content && isSpace(text.charCodeAt(before))) before--
  if (!reading.document || text[before] !== '/' || text[before - 1] !== '*') return before
  const comment = text.slice(content, before).lastIndexOf('/*')
  return comment > 0 ? content + comment - 1 : before
}

/** `"hello" + " world"` with the first closing quote lost. */
function joinedBefore(text: string, content: number, at: number): number {
  let before = at - 1
  while (before > content && isSpace(text.charCodeAt(before))) before--
  return text.charCodeAt(before) === PLUS && before + 1 < at ? before : -1
}

/** The quote opens an item that ends as items end. */
function nextItemAhead(reading: Reading, at: number): boolean {
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

export function hasLineBreak(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === 10) return true
  return false
}
