import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  PLUS,
  QUOTE
} from '../segment/characters.ts'
import { readBare } from './bare.ts'
import { readBlock } from './block.ts'
import { readEscapes } from './escapes.ts'
import { arrayFrame, objectFrame } from './frame.ts'
import { scalarNode, type TextNode, type ValueNode } from './node.ts'
import { isDigit } from './number.ts'
import { isQuote } from './quotes.ts'
import { type Reader, Unreadable } from './reader.ts'
import { readText } from './text.ts'

/**
 * A name and a parenthesis around JSON, or a parenthesis alone around a list. It
 * has to close within sight, so that prose in parentheses stays prose.
 */
const NAME = /[\w$.]*\s*/y
const CALL =
  /[\w$.]{0,64}(?:\s*\(\s*(?=[[{])|(?<=\w)\(\s*(?=(?:true|false|null)\))|\(\s*(?=["'\d-][^)]{0,1000}\)\s*(?:[,;)\]}`]|$)))/y

/** What Python writes in front of a raw string, of bytes, of a format. */
const PREFIX = /[rbfu]{1,2}(?=["'][^,\]}])/iy

/** Reads a scalar, or opens the bracket of what is none; what may stand before it was skipped. */
export function readNext(reader: Reader): void {
  const { frame, options, at } = reader
  const code = reader.code(at)
  const anchors =
    frame === undefined
      ? options.anchors
      : frame.keys === undefined
        ? frame.anchors
        : frame.anchors?.under(frame.key)
  if (--reader.budget.tokens < 0) throw new Unreadable(at, 'tokens')
  if (at >= reader.text.length) throw new Unreadable(at)
  if (code === OPEN_BRACE) reader.open(objectFrame(at, CLOSE_BRACE, anchors), at + 1)
  else if (code === OPEN_BRACKET) reader.open(arrayFrame(at, CLOSE_BRACKET, anchors), at + 1)
  else if (isQuote(code)) reader.attach(readBlock(reader, at) ?? readJoined(reader, at))
  else if (isEscapedQuote(reader, at)) reader.attach(readEscapedText(reader, at))
  else if (!isDigit(code) && reader.look(PREFIX, at) !== -1) {
    const start = reader.look(PREFIX, at)
    reader.note('quote_style', at, start)
    const node = readJoined(reader, start)
    // In a raw string, a backslash is one.
    const isRaw = /r/i.test(reader.text.slice(at, start)) && isQuote(reader.code(node.end - 1))
    reader.attach(isRaw ? scalarNode(node, reader.text.slice(start + 1, node.end - 1)) : node)
  } else {
    const called = !isDigit(code) && reader.code(reader.look(NAME, at)) === OPEN_PAREN
    const argument = called ? reader.look(CALL, at) : -1
    if (argument === -1) reader.attach(notEmpty(readBare(reader, at)))
    else reader.open(arrayFrame(at, CLOSE_PAREN, anchors, code !== OPEN_PAREN), argument)
  }
}

function notEmpty(node: ValueNode): ValueNode {
  if (node.end === node.start) throw new Unreadable(node.start)
  return node
}

/** Reads a string and those added to it, as in `"a" + "b"`; a plus alone is left out. */
function readJoined(reader: Reader, start: number): TextNode {
  let left = readText(reader, start, false)
  for (;;) {
    const plus = reader.next(left.end)
    if (reader.code(plus) !== PLUS || reader.truncatedAt !== undefined) return left
    const next = reader.next(plus + 1)
    const right = isQuote(reader.code(next)) ? readText(reader, next, false) : undefined
    const end = right?.end ?? plus + 1
    reader.note('strings_joined', plus, end, right?.value)
    left = scalarNode({ start, end }, left.value + (right?.value ?? ''))
  }
}

export function isEscapedQuote(reader: Reader, at: number): boolean {
  return reader.code(at) === BACKSLASH && reader.code(at + 1) === QUOTE
}

const ESCAPED = /\\"(?:\\\\(?:\\"|.)|\\[^"\\]|[^"\\])*(?:\\?"|\\?$)/sy

/**
 * Reads a string whose quotes are escaped once more than JSON does it, as in
 * `{\"name\": \"Ann\"}`: what a document looks like after it was made a string.
 */
export function readEscapedText(reader: Reader, start: number): TextNode {
  const end = reader.look(ESCAPED, start)
  const whole = reader.text.slice(start + 2, end)
  const inside = whole.replace(/\\?"$/, '')
  reader.note('escapes_removed', start, start + 2, '"')
  if (inside === whole) reader.truncatedAt ??= end
  return scalarNode({ start, end }, readEscapes(readEscapes(inside, true), true))
}
