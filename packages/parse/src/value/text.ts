import { APOSTROPHE, BACKSLASH, COLON, COMMA, PLUS, QUOTE, SLASH } from '../segment/characters.ts'
import { endsString, itemAhead, keyAhead } from './ahead.ts'
import { bareEnd } from './bare.ts'
import { readEscapes } from './escapes.ts'
import { hasLineBreak, isSpace, skipSpace } from './gap.ts'
import { InnerQuotes } from './inner-quotes.ts'
import { scalarNode, type TextNode } from './node.ts'
import { isDigit } from './number.ts'
import { closes } from './quotes.ts'
import { type Reader, Unreadable } from './reader.ts'

/** A letter right behind the quote of a key, and the key's real end in sight. */
const KEY_GOES_ON = /(?!true\b|false\b|null\b)\p{L}[^,{}[\]:\n]{0,64}?"\s*:/uy

/** How far back the beginning of a comment may lie. */
const LONGEST_COMMENT = 200

/** Inches, and not the end of an item. */
const INCHES = /(?<=["'\s([][\d.,]{0,8})\d" (?!true\b|false\b|null\b)\p{L}/uy

/** Reads a quoted string, forgiving what agents get wrong inside of one. */
export function readText(reader: Reader, start: number, isKey: boolean): TextNode {
  const { text, options } = reader
  const quote = text.charCodeAt(start)
  const from = textStart(reader, start, quote, isKey)
  let inner: InnerQuotes | undefined
  let control = -1
  let end = -1
  for (let at = from; end === -1 && at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (closes(quote, code)) {
      end = isKey ? keyEnd(reader, from, at) : valueEnd(reader, from, at, inner)
      if (end === -1) {
        if (inner === undefined) reader.note('quote_escaped', at, at + 1, '\\"')
        inner ??= new InnerQuotes(text, from)
        inner.add(at)
      }
    } else if (code < 32) {
      control = at
      // What repairs a document knows no string with such a character in it.
      if (options.document === true && (code < 8 || code > 13)) throw new Unreadable(at)
    }
  }
  if (end === -1) end = forgottenEnd(reader, from, isKey)
  const cutOff = end === text.length
  const closed = !cutOff && closes(quote, text.charCodeAt(end))
  if (cutOff) {
    reader.truncatedAt ??= end
    reader.note('string_truncated', end, end, '"')
  } else if (!closed) reader.note('quote_added', end, end, quote === APOSTROPHE ? "'" : '"')
  if (control !== -1 && control < end) reader.note('control_escaped', control)
  if (quote !== QUOTE) reader.note('quote_style', start, start + 1, '"')
  const said = text.slice(from, end)
  if (!isKey && inner?.isDoubtful(reader, said) === true) reader.note('string_guessed', from, end)
  const inReply = cutOff && options.document !== true
  const raw = inReply ? withoutLastLines(said) : said
  const value = raw.includes('\\') ? unescaped(reader, from, raw, cutOff) : raw
  return scalarNode(
    { start, end: closed ? end + 1 : end },
    closed || cutOff ? value : value.trimEnd()
  )
}

const FATES = { kept: 'escape_kept', guessed: 'string_guessed' } as const

/** Reads the escapes of what stands at `from`. */
function unescaped(reader: Reader, from: number, raw: string, cutOff: boolean): string {
  const tell = (offset: number, escaped: string, fate: keyof typeof FATES | 'removed') => {
    const at = from + offset
    if (reader.options.document === true && escaped === 'u') throw new Unreadable(at)
    if (fate === 'removed') reader.note('escapes_removed', at, at + 2, escaped)
    else reader.note(FATES[fate], at, at + 2, `\\\\${escaped}`)
  }
  return readEscapes(raw, cutOff, tell, reader.options.unescaped)
}

/** The line breaks at the end of a reply do not belong to a string that was cut off in it. */
function withoutLastLines(said: string): string {
  const trimmed = said.trimEnd()
  return said.includes('\n', trimmed.length) ? trimmed : said
}

/** `""value"`: one quote too many may stand in front; or a quotation begins, as in `""A" it is"`. */
function textStart(reader: Reader, start: number, quote: number, isKey: boolean): number {
  const from = start + 1
  const { text } = reader
  if (text.charCodeAt(from) !== quote || !/[\p{L}\p{N}]/u.test(text[from + 1] ?? '')) return from
  const next = isKey ? -1 : text.indexOf(text.charAt(start), from + 1)
  if (next !== -1 && !endsString(reader, next + 1, 0)) return from
  reader.note('quote_removed', from)
  return from + 1
}

/** A key ends at a quote with a colon behind it, or at the colon before a quote it never had. */
function keyEnd(reader: Reader, from: number, at: number): number {
  const { text } = reader
  if (text.charCodeAt(skipSpace(text, at + 1)) === COLON) return at
  const colon = text.slice(from, at).indexOf(':')
  if (colon > 0) return from + colon
  return reader.look(KEY_GOES_ON, at + 1) === -1 ? at : -1
}

function isInches(reader: Reader, at: number): boolean {
  if (!isDigit(reader.code(at - 1)) || reader.frame?.keys !== undefined) return false
  return reader.look(INCHES, at - 1) !== -1
}

/** Where a string ends, when this quote shows that it does; otherwise -1. */
function valueEnd(
  reader: Reader,
  from: number,
  at: number,
  inner: InnerQuotes | undefined
): number {
  const { text, frame } = reader
  const wary = inner === undefined ? 0 : inner.open > 0 ? 2 : 1
  const isCode = inner !== undefined && inner.brackets(at) > 0
  const lost = isCode ? -1 : lostEnd(reader, from, at, inner !== undefined)
  if (lost >= from) return lost
  if (isCode && wary === 2 && !reader.isLastQuote(at)) return -1
  if (isInches(reader, at) || !endsString(reader, at + 1, wary)) return -1
  // In a list, the closing quote of an inner quotation is followed by plain words.
  const inQuotation = inner !== undefined && frame !== undefined && frame.keys === undefined
  return inQuotation && !/[,\]}]/.test(text[skipSpace(text, at + 1)] ?? '') ? -1 : at
}

/**
 * Where a string ended if this quote begins the next one, so that its own closing
 * quote is lost: `"hello,"world"` or `"a": "b, "c": 1`; otherwise -1.
 */
function lostEnd(reader: Reader, from: number, at: number, wary: boolean): number {
  const { text, frame } = reader
  const before = lastBefore(text, from, at)
  const separator = text.charCodeAt(before)
  if (separator === PLUS && before + 1 < at) {
    return frame === undefined || itemAhead(reader, at) ? before : -1
  }
  // Without even a comma, a line of its own has to begin with a key that is expected.
  const member = frame?.anchors?.namesKeys === true && frame.keys !== undefined
  if (member && hasLineBreak(text, before, at) && keyAhead(reader, at, 2)) {
    return separator === COMMA ? before : before + 1
  }
  if (separator !== COMMA || frame === undefined) return -1
  const ahead =
    frame.keys === undefined ? itemAhead(reader, at) : keyAhead(reader, at, wary ? 2 : 0)
  return ahead ? before : -1
}

/** The last character before an offset that is neither space nor comment. */
function lastBefore(text: string, from: number, at: number): number {
  for (let end = at; ; ) {
    while (end > from && isSpace(text.charCodeAt(end - 1))) end--
    if (text.charCodeAt(end - 1) !== SLASH) return end - 1
    const tail = text.slice(Math.max(from, end - LONGEST_COMMENT), end)
    const comment = tail.endsWith('*/') ? tail.lastIndexOf('/*') : -1
    if (comment === -1) return end - 1
    end += comment - tail.length
  }
}

/**
 * Where a string ends that the text ends inside of. Closing brackets at the end of
 * the text show that the text is whole and the quote was forgotten.
 */
function forgottenEnd(reader: Reader, from: number, isKey: boolean): number {
  const { text } = reader
  if (!reader.mayReadAgain(text.length - from)) return text.length
  if (isKey) {
    const colon = text.indexOf(':', from)
    return colon > from ? colon : text.length
  }
  const end = text.slice(-64).replace(/[\s`]+$/, '')
  const plus = text.lastIndexOf('+')
  // One in front of the string joins it to another, and ends nothing.
  if (end.endsWith('+') && reader.options.document && plus >= from) return plus
  const closed = /[\]}]$/.test(end) && reader.isOpen(end.charCodeAt(end.length - 1))
  return closed ? bareEnd(reader, from) : text.length
}
