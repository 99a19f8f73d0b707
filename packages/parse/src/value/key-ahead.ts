import type { Anchors } from './anchors.ts'
import { closes, isQuote } from './quotes.ts'
import type { Reading } from './reading.ts'
import { skipSpace } from './white-space.ts'

const LONGEST_KEY = 96

/**
 * Says whether a key and its colon stand at `at`: the surest sign that a value
 * ended before it. A key the schema expects may also contain spaces.
 *
 * @param expectedOnly true inside of text that quotes something already: then only
 *   a key the schema expects counts, if it expects any
 */
export function keyAhead(
  reading: Reading,
  at: number,
  anchors: Anchors | undefined,
  expectedOnly = false
): boolean {
  const { text } = reading
  const horizon = reading.horizon(at, LONGEST_KEY + 2)
  if (at >= horizon) return false
  const escaped = text.charCodeAt(at) === 92
  const first = text.charCodeAt(escaped ? at + 1 : at)
  const wanted = expectedOnly && anchors?.namesKeys === true ? anchors : undefined
  if (isQuote(first)) return quotedKeyAhead(reading, escaped ? at + 1 : at, horizon, wanted)
  return bareKeyAhead(reading, at, horizon, anchors, wanted !== undefined)
}

function quotedKeyAhead(
  reading: Reading,
  at: number,
  horizon: number,
  wanted: Anchors | undefined
): boolean {
  const { text, limit } = reading
  const first = text.charCodeAt(at)
  for (let end = at + 1; end < horizon; end++) {
    const code = text.charCodeAt(end)
    if (code === 10) return false
    if (code === 92) end++
    if (closes(first, code) || (code === 92 && text.charCodeAt(end) === first)) {
      const after = text.charCodeAt(skipSpace(text, end + 1, limit))
      if (after !== 58 && after !== 61) return false
      return wanted === undefined || wanted.expects(text.slice(at + 1, end))
    }
  }
  return false
}

function bareKeyAhead(
  reading: Reading,
  at: number,
  horizon: number,
  anchors: Anchors | undefined,
  expectedOnly: boolean
): boolean {
  const { text } = reading
  let spaced = false
  let end = at
  for (; end < horizon; end++) {
    const code = text.charCodeAt(end)
    if (code === 58) break
    if (code === 32) spaced = true
    else if (code < 128 && !isNameCode(code)) break
  }
  // A quote may be missing at the start of the key only.
  const stop = text.charCodeAt(end) === 34 && text.charCodeAt(end + 1) === 58 ? end + 1 : end
  const arrow = text.charCodeAt(end) === 61 && text.charCodeAt(end + 1) === 62
  if (end === at || (text.charCodeAt(stop) !== 58 && !arrow)) return false
  const key = text.slice(at, end).trimEnd()
  if (anchors?.expects(key) === true) return true
  if (expectedOnly) return false
  if (spaced && /\s/.test(key)) return false
  if (text.charCodeAt(stop + 1) === 47 && text.charCodeAt(stop + 2) === 47) return false
  // 12:20 is a time; 12: 20 may be a key.
  return !isDigit(text.charCodeAt(at)) || skipSpace(text, stop + 1, reading.limit) > stop + 1
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function isNameCode(code: number): boolean {
  return (
    isDigit(code) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 95 ||
    code === 36 ||
    code === 45 ||
    code === 46
  )
}
