import {
  APOSTROPHE,
  BACKTICK,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COMMA,
  HASH,
  LESS,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  QUOTE,
  SEMICOLON,
  SLASH,
  SPACE,
  TAB
} from '../segment/characters.ts'
import { commaEnds, endsString, keyAhead } from './ahead.ts'
import { commentEnd, isSpace, skipSpace } from './gap.ts'
import { scalarNode, type ValueNode } from './node.ts'
import { isDigit, isNumberText } from './number.ts'
import type { Reader } from './reader.ts'
import { literalOf, scalarOf } from './scalar.ts'

/** Inside of a word, a quote ends nothing, and an apostrophe neither does between two. */
const AMID_WORDS = /(?:'[^\S\n]*|")\p{L}/uy

/** Reads what stands without quotes: a number, a literal, or bare words. */
export function readBare(reader: Reader, start: number): ValueNode {
  const { text } = reader
  const end = bareEnd(reader, start)
  const written = text.slice(start, end).trimEnd()
  const code = text.charCodeAt(end)
  if (code !== QUOTE && code !== APOSTROPHE) return scalarOf(written, start, reader)
  if (!quoteEnds(reader, end)) return scalarOf(written, start, reader)
  // A quote at the end whose partner at the start is missing.
  reader.note('quote_added', start, start, '"')
  reader.at = end + 1
  return scalarNode({ start, end }, isNumberText(written) ? Number(written) : written)
}

/** Where bare words end. */
export function bareEnd(reader: Reader, start: number): number {
  const { text, frame } = reader
  const isMember = frame?.keys !== undefined
  let nested = 0
  let quoting = false
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    switch (code) {
      case OPEN_BRACE:
      case OPEN_BRACKET:
        // A number or literal is over where a bracket opens: `[{"i":1{"i":2}]`.
        if (isFinished(text, start, at)) return at
        if (at > start) nested++
        break
      case OPEN_PAREN:
        nested++
        break
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
      case CLOSE_PAREN:
        if (nested > 0) nested--
        else if (frame === undefined || reader.isOpen(code) || isFinished(text, start, at))
          return at
        break
      case NEWLINE:
        if (!isMember || newlineEnds(reader, at)) return at
        // A bracket that stays open over a line break was text.
        nested = 0
        break
      case SEMICOLON:
        if (isMember && isFinished(text, start, at)) return at
        break
      case BACKTICK:
        if (text.startsWith('```', at)) return at
        break
      case COMMA:
        if (nested > 0) break
        // 12,111 may be one number.
        if (!isMember || (!isDigit(text.charCodeAt(at + 1)) && isFinished(text, start, at)))
          return at
        if (commaEnds(reader, at + 1)) return at
        break
      case SPACE:
      case TAB:
        if (nested === 0 && gapEnds(reader, start, at)) return at
        break
      case QUOTE:
      case APOSTROPHE:
        if (nested > 0) break
        if (!quoting && quoteEnds(reader, at)) return at
        // An apostrophe inside a word opens no quotation.
        if (code === QUOTE) quoting = !quoting
        break
      case SLASH:
      case HASH:
      case LESS: {
        const apart = at === start || isSpace(text.charCodeAt(at - 1)) || text[at + 1] === '*'
        if (nested === 0 && apart && commentEnd(text, at) > at) return at
      }
    }
  }
  return text.length
}

/** Says whether a number or literal has been written. */
function isFinished(text: string, start: number, end: number): boolean {
  if (end - start > 40) return false
  const written = text.slice(start, end).trimEnd()
  return isNumberText(written) || String(literalOf(written)) === written
}

/** Where words in a row are two values: `[1 2]`, `{"a": 2 "b": 3}`. */
function gapEnds(reader: Reader, start: number, at: number): boolean {
  const { text, frame } = reader
  if (frame === undefined || isSpace(text.charCodeAt(at - 1))) return false
  const next = skipSpace(text, at)
  const finished = isFinished(text, start, at)
  if (frame.keys === undefined) return finished && /[\d"-]/.test(text[next] ?? '')
  return (finished || text.charCodeAt(next) === QUOTE) && keyAhead(reader, next)
}

function newlineEnds(reader: Reader, at: number): boolean {
  const { text } = reader
  const next = skipSpace(text, at)
  const char = text[next]
  return (
    char === undefined ||
    '}],'.includes(char) ||
    commentEnd(text, next) > next ||
    keyAhead(reader, next)
  )
}

function quoteEnds(reader: Reader, at: number): boolean {
  if (reader.frame === undefined || reader.look(AMID_WORDS, at) !== -1) return false
  return endsString(reader, at + 1, 0)
}
