import type { Repair } from '../outcome.ts'
import {
  BACKTICK,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  COMMA,
  DOT,
  ELLIPSIS,
  SEMICOLON
} from '../segment/characters.ts'
import { keyAhead } from './ahead.ts'
import { closeBracket } from './closing.ts'
import { type ArrayFrame, type Frame, type ObjectFrame, objectFrame } from './frame.ts'
import type { ValueNode } from './node.ts'
import { missingValue, objectStep } from './object-step.ts'
import { isQuote } from './quotes.ts'
import { Reader, type ReadOptions, Unreadable } from './reader.ts'
import { readNext } from './value-step.ts'

/** A value read from text that is nearly JSON, or why there is none. */
export interface ReadResult {
  readonly node: ValueNode | undefined
  /** Where the value ends, or where it could not be read. */
  readonly end: number
  readonly repairs: readonly Repair[]
  /** Where the value breaks off. */
  readonly truncatedAt: number | undefined
  readonly failed: Unreadable['why'] | undefined
}

const DOTS = /\.\.\.|…/y
/** A brace closes before any other bracket opens or closes. */
const BRACE_FIRST = /[^\][{}"]{1,200}\}/y
/** Escapes that may be the start of a name. */
const NAMES = /\\[bfnrt]\p{L}/u
const FENCE_MARK = /```(?:\w*[^\S\n]*(?=\n|$))?/y

/** Reads the value at `start`; the nesting lives on a list of frames, not on the stack. */
export function readValue(text: string, start: number, options: ReadOptions = {}): ReadResult {
  const reader = new Reader(text, start, options)
  let node: ValueNode | undefined
  let failed: Unreadable['why'] | undefined
  try {
    node = readRoot(reader)
  } catch (thrown) {
    if (!(thrown instanceof Unreadable)) throw thrown
    failed = thrown.why
    reader.at = thrown.at
  }
  const { at, repairs, truncatedAt } = reader
  const { document, unescaped } = options
  // What one string shows is known of its neighbours only behind the last of them.
  if (!document && !unescaped && repairs.some(({ code }) => code === 'escape_kept')) {
    if (NAMES.test(text.slice(start, at)))
      return readValue(text, start, { ...options, unescaped: true })
  }
  return { node, end: at, repairs, truncatedAt, failed }
}

function readRoot(reader: Reader): ValueNode {
  const { at, options } = reader
  const inside = options.document === true && isQuote(reader.code(at)) && keyAhead(reader, at)
  if (inside || options.opened === true) {
    reader.note('braces_added', at, at, '{')
    reader.open(objectFrame(at, 0, options.anchors), at)
  } else readNext(reader)
  for (let { frame } = reader; frame !== undefined; frame = reader.frame) step(reader, frame)
  if (reader.root === undefined) throw new Unreadable(reader.at)
  return reader.root
}

/** Takes one step inside of a bracket: a key, a value, or what stands between them. */
function step(reader: Reader, frame: Frame): void {
  const at = reader.skip()
  const code = reader.code(at)
  const separates = code === COMMA || (code === SEMICOLON && frame.expects === 'comma')
  const closes = code === CLOSE_BRACE || code === CLOSE_BRACKET
  const ends = at >= reader.text.length
  if (frame.keys !== undefined && frame.expects === 'value' && (separates || closes || ends)) {
    missingValue(reader, frame)
  } else if (ends) {
    reader.dropComma(frame)
    reader.truncate()
  } else if (closes || (code === CLOSE_PAREN && frame.keys === undefined)) {
    closeBracket(reader, frame, code)
  } else if (separates) separator(reader, frame)
  else if (isNoise(code) && skipsNoise(reader, frame)) return
  else if (frame.keys !== undefined) objectStep(reader, frame, code)
  else if (frame.expects === 'value') readNext(reader)
  else if (code === COLON) pairInside(reader, frame)
  else {
    reader.note('comma_added', at, at, ',')
    frame.expects = 'value'
  }
}

function separator(reader: Reader, frame: Frame): void {
  const { at } = reader
  if (frame.expects !== 'comma') reader.note('comma_removed', at)
  else if (isPairInside(reader, frame) && !keyAhead(reader, reader.next(at + 1))) {
    // A pair written into a list goes on only while pairs follow.
    reader.close(at)
    return
  } else {
    if (reader.code(at) === SEMICOLON) reader.note('comma_added', at, at + 1, ',')
    frame.comma = at
    frame.expects = frame.keys === undefined ? 'value' : 'key'
  }
  reader.at = at + 1
}

function isPairInside(reader: Reader, frame: Frame): boolean {
  return frame.closer === 0 && reader.frames.length > 1
}

function isNoise(code: number): boolean {
  return code === DOT || code === ELLIPSIS || code === BACKTICK
}

/** Skips what stands for more than was written, and a fence inside of the brackets around it. */
function skipsNoise(reader: Reader, { keys, expects }: Frame): boolean {
  const { at } = reader
  // Ticks where a value should stand begin a block of text.
  const fence = expects === 'key' || keys === undefined ? reader.look(FENCE_MARK, at) : -1
  const dots = expects === 'comma' ? -1 : reader.look(DOTS, at)
  if (fence === dots) return false
  reader.at = Math.max(fence, dots)
  reader.note(fence === -1 ? 'ellipsis_removed' : 'trailing_text_removed', at, reader.at)
  return true
}

/** `{"a": [1, "b": 2}`: the list ended before the key, of which the schema or the brace knows. */
function isMemberOf(reader: Reader, { anchors }: ObjectFrame, key: string): boolean {
  return anchors?.namesKeys === true
    ? anchors.expects(key) !== undefined
    : reader.look(BRACE_FIRST, reader.at) !== -1
}

/** `["a": 1]`: a key and its value where an item should stand. */
function pairInside(reader: Reader, frame: ArrayFrame): void {
  const key = frame.node.items.pop()
  const { at } = reader
  if (key?.kind !== 'scalar') throw new Unreadable(at)
  const around = reader.frames.at(-2)
  if (around?.keys !== undefined && isMemberOf(reader, around, String(key.value))) {
    reader.note('bracket_added', key.start, key.start, ']')
    reader.close(key.start)
    around.key = String(key.value)
    around.keySpan = key
    around.expects = 'value'
    reader.at = at + 1
    return
  }
  reader.note('member_wrapped', key.start, at + 1, '{')
  const inner = objectFrame(key.start, 0, frame.anchors)
  inner.key = String(key.value)
  inner.keySpan = key
  inner.expects = 'value'
  reader.open(inner, at + 1)
}
