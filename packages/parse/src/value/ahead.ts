import {
  BACKSLASH,
  BACKTICK,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  PLUS,
  QUOTE,
  SEMICOLON
} from '../segment/characters.ts'
import { hasLineBreak } from './gap.ts'
import { isDigit } from './number.ts'
import { isQuote } from './quotes.ts'
import type { Reader } from './reader.ts'

const QUOTED_KEY =
  /\\?(?:"(?:[^"\\\n]|\\[^"\n]){0,96}\\?"|['`´‘’“”„«][^'`´‘’“”„»"\n]{0,96}['`´‘’“”„»"])\s*[:=]/y
const BARE_KEY = /[\w$.\- \u0080-\uffff]{1,97}(?==>|"?:(?!\/\/))/y
/** What stands around the name of a quoted key. */
const AROUND_KEY = /^\\?.|\\?.\s*[:=]$/g
const KEY_CUT_OFF = /(["'])(?:(?!\1).){0,64}(?:$|\1\s*$)|[\w$-]+$/sy
const QUOTED_ITEM = /(["'`´‘’“”„«])(?!\s)(?:\\.|(?!\1)[^\\]){0,160}\1\s*[,\]]/sy
/** What a key leads to. */
const PAIRED = /["'{[]|(?:-?\d[\d.eE+-]*|true|false|null)\s*[,}\]]/y
/** A key that lacks a quote or its colon. */
const LAME_KEY = /"([^"\\\n:]{1,64})(?:"\s+|:\s*)(?=["[{\d-])/y
const SCALAR = /(?:-?\d[\w.+-]*|true|false|null)(?![^\s,\]}"'])|[^\s,\]}"']{1,64}"\s*[,\]]/y

/**
 * How much of a string may be a quotation: 0 when it quoted nothing so far, 1 when all it
 * quoted was closed again, 2 while a quotation is open.
 */
type Wariness = 0 | 1 | 2

/**
 * Says whether a key and its colon stand at `at`: the surest sign that a value
 * ended before it. A key the schema expects may also contain spaces; in a quotation
 * it is the only one that counts, and behind one a key without quotes has to be it.
 */
export function keyAhead(reader: Reader, at: number, wary: Wariness = 0): boolean {
  const code = reader.code(at)
  const quoted = code === BACKSLASH || isQuote(code)
  const end = reader.look(quoted ? QUOTED_KEY : BARE_KEY, at)
  const anchors = reader.frame?.anchors
  const strict = wary > (quoted ? 1 : 0) && anchors?.namesKeys === true
  if (end === -1) return code === QUOTE && wary < 2 && isLameKey(reader, at)
  if (quoted && !strict) return true
  const written = reader.text.slice(at, end)
  const key = quoted ? written.replace(AROUND_KEY, '') : written.trimEnd()
  const expected = anchors?.expects(key) !== undefined
  if (strict || expected) return expected
  const after = reader.code(end) === COLON ? end + 1 : end + 2
  // 12:20 is a time; 12: 20 or 12:"x" may be a key.
  return (
    !/\s/.test(key) && (!isDigit(key.charCodeAt(0)) || /[\s"'[{]/.test(reader.text[after] ?? ''))
  )
}

/** Only a key that the schema expects is found by less than its quotes and colon. */
function isLameKey({ text, frame }: Reader, at: number): boolean {
  if (frame?.anchors?.namesKeys !== true) return false
  LAME_KEY.lastIndex = at
  const [, key] = LAME_KEY.exec(text) ?? []
  return key !== undefined && frame.anchors.expects(key) !== undefined
}

/** Says whether an item opens at a quote that ends as items end. */
export function itemAhead(reader: Reader, at: number): boolean {
  return reader.look(QUOTED_ITEM, at) !== -1
}

/**
 * Decides whether the quote that ends before `after` ends its string, by what
 * follows it. An agent that forgets to escape a quote goes on with its sentence;
 * one that means to end the string goes on with JSON.
 */
export function endsString(reader: Reader, after: number, wary: Wariness): boolean {
  const { text, frame } = reader
  const next = reader.next(after)
  const code = text.charCodeAt(next)
  const broken = hasLineBreak(text, after, next)
  const member = frame?.keys !== undefined
  if (next >= text.length) return true
  if (code === COMMA) return commaEnds(reader, next + 1, wary)
  if (code === SEMICOLON && isQuote(reader.code(reader.next(next + 1)))) {
    return commaEnds(reader, next + 1, wary)
  }
  if (member && reader.isLastQuote(after - 1)) return true
  if (frame === undefined) {
    if (broken || code === COLON) return true
    if (code !== PLUS && code !== BACKTICK) return false
  }
  switch (code) {
    case CLOSE_BRACE:
    case CLOSE_BRACKET:
      return reader.isOpen(code) && closerEnds(reader, next + 1)
    case PLUS:
      return isQuote(text.charCodeAt(reader.next(next + 1)))
    case BACKTICK:
      return text.startsWith('```', next)
    case CLOSE_PAREN:
      return !member
    case OPEN_BRACE:
    case OPEN_BRACKET:
      return member ? broken && reader.isOpen(CLOSE_BRACKET) : true
    case COLON:
      return !member && reader.look(PAIRED, reader.next(next + 1)) !== -1
  }
  if (member) return (broken || isQuote(code)) && keyAhead(reader, next, wary)
  if (isQuote(code)) return next > after || !/["'`,\]}]/.test(text[next + 1] ?? '')
  return broken || (next > after && reader.look(SCALAR, next) !== -1)
}

/** After a comma in an object comes a key, in a list an item; or the sentence goes on. */
export function commaEnds(reader: Reader, from: number, wary: Wariness = 0): boolean {
  const { text, frame } = reader
  let next = reader.next(from)
  while (text.charCodeAt(next) === COMMA) next = reader.next(next + 1)
  const code = text.charCodeAt(next)
  if (frame?.keys === undefined || next >= text.length) return true
  if (code === CLOSE_BRACE || code === CLOSE_BRACKET) return closerEnds(reader, next + 1)
  if (code === OPEN_BRACE || code === OPEN_BRACKET) return reader.isOpen(CLOSE_BRACKET)
  if (text.startsWith('...', next) || keyAhead(reader, next, wary)) return true
  return reader.look(KEY_CUT_OFF, next) !== -1
}

/** After a closing bracket comes more structure; inside a sentence comes more sentence. */
function closerEnds(reader: Reader, from: number): boolean {
  const { text } = reader
  const next = reader.next(from)
  // Behind the outermost bracket of a reply anything may follow.
  if (reader.frames.length <= 1 && reader.options.document !== true) return true
  const char = text[next]
  if (char === undefined || ',}];)`{'.includes(char)) return true
  if (char === '[' || isQuote(text.charCodeAt(next))) return next > from
  return hasLineBreak(text, from, next)
}
