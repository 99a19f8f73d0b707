import { COMMA, PLUS } from '../segment/characters.ts'
import { hasLineBreak } from './closer-end.ts'
import { nextItemAhead } from './item-end.ts'
import { keyAhead } from './key-ahead.ts'
import type { Place } from './place.ts'
import type { Reading } from './reading.ts'
import { isSpace } from './white-space.ts'

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
    return keyAhead(reading, at, place.anchors, place.wary) ? end : -1
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
