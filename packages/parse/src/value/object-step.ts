import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  EQUALS,
  OPEN_BRACE,
  QUOTE
} from '../segment/characters.ts'
import { keyAhead } from './ahead.ts'
import { arrayFrame, type ObjectFrame } from './frame.ts'
import { scalarNode, type TextNode } from './node.ts'
import { isQuote } from './quotes.ts'
import { type Reader, Unreadable } from './reader.ts'
import { readText } from './text.ts'
import { isEscapedQuote, readEscapedText, readNext } from './value-step.ts'

const BARE_KEY = /(?:[^:,{}\n\\"“”„«`´=]|(?<! )=(?!>)){1,256}/y
const STRAY_WORDS = /[^,{}[\]"\n]{1,200}/y

/** Takes one step inside of an object, at a character that neither separates nor closes. */
export function objectStep(reader: Reader, frame: ObjectFrame, code: number): void {
  const { at } = reader
  if (frame.expects === 'comma') afterMember(reader, frame, code)
  else if (frame.expects === 'value') {
    if (code === COLON) {
      reader.note('colon_added', at)
      reader.at++
    } else readNext(reader)
  } else if (code === OPEN_BRACE) braceForKey(reader, frame)
  else if (isQuote(code)) quotedKey(reader, frame, readText(reader, at, true))
  else if (isEscapedQuote(reader, at)) quotedKey(reader, frame, readEscapedText(reader, at))
  else bareKey(reader, frame)
}

/** A key whose value is missing is dropped, or completed to null. */
export function missingValue(reader: Reader, frame: ObjectFrame): void {
  const { at } = reader
  reader.note('value_missing', frame.keySpan.start, at)
  if (at >= reader.text.length) reader.truncatedAt ??= at
  if (reader.options.completeToNull === true) {
    reader.attach(scalarNode({ start: at, end: at }, null))
  }
  frame.expects = 'comma'
}

function afterMember(reader: Reader, frame: ObjectFrame, code: number): void {
  const { at } = reader
  if (code === OPEN_BRACE) braceForKey(reader, frame)
  else if (isQuote(code) || keyAhead(reader, at)) {
    reader.note('comma_added', at, at, ',')
    frame.expects = 'key'
  } else {
    // Words behind a finished value, up to where the structure goes on.
    const end = reader.look(STRAY_WORDS, at)
    if (end === -1) throw new Unreadable(at)
    reader.note('trailing_text_removed', at, end)
    reader.at = end
  }
}

/** A brace where a key should stand: doubled, or the next item after a forgotten brace. */
function braceForKey(reader: Reader, frame: ObjectFrame): void {
  const { at } = reader
  if (frame.node.entries.length > 0) {
    if (reader.frames.at(-2)?.closer !== CLOSE_BRACKET) throw new Unreadable(at)
    reader.note('bracket_added', at, at, '}')
    reader.close(at)
  } else {
    if (at > frame.node.start + 1 && reader.options.document !== true) throw new Unreadable(at)
    reader.note('bracket_removed', at)
    reader.at++
  }
}

function quotedKey(reader: Reader, frame: ObjectFrame, node: TextNode): void {
  reader.at = node.end
  frame.key = node.value
  frame.keySpan = node
  if (reader.truncatedAt !== undefined) cutKey(reader, frame)
  else colon(reader, frame, node)
}

/** The key itself is cut off; there is nothing it could name. */
function cutKey(reader: Reader, { keySpan }: ObjectFrame): void {
  reader.note('value_missing', keySpan.start, keySpan.end)
  reader.truncate()
}

function bareKey(reader: Reader, frame: ObjectFrame): void {
  const start = reader.at
  const end = Math.max(start, reader.look(BARE_KEY, start))
  const written = reader.text.slice(start, end)
  const key = written.trim()
  const code = reader.code(end)
  const stray = code === QUOTE && reader.code(reader.next(end + 1)) === COLON
  const spaced = isQuote(code) && written.endsWith(' ')
  const isKey = code === COLON || code === EQUALS || stray || spaced || Number.isNaN(code)
  if (key === '' || !isKey) throw new Unreadable(end)
  reader.at = stray ? end + 1 : end
  frame.key = key
  frame.keySpan = { start, end: start + key.length }
  if (Number.isNaN(code)) {
    cutKey(reader, frame)
    return
  }
  reader.note(stray ? 'quote_added' : 'key_quoted', start, end, `"${key}"`)
  colon(reader, frame)
}

/** Takes the colon behind a key, or what stands in its place. */
function colon(reader: Reader, frame: ObjectFrame, node?: TextNode): void {
  const at = reader.skip()
  const code = reader.code(at)
  frame.comma = -1
  if (code === COMMA || code === CLOSE_BRACE) {
    listNames(reader, frame, node)
    return
  }
  frame.expects = 'value'
  if (code === CLOSE_BRACKET) throw new Unreadable(at)
  if (code === COLON) reader.at = at + 1
  else if (code === EQUALS) {
    reader.at = at + (reader.text[at + 1] === '>' ? 2 : 1)
    reader.note('colon_added', at, reader.at, ':')
  } else if (!Number.isNaN(code)) reader.note('colon_added', at, at, ':')
}

/** A name without a value: the first item of a set. As a root, somebody has to ask for one. */
function listNames(reader: Reader, { anchors, node }: ObjectFrame, name?: TextNode): void {
  const askedFor = anchors !== undefined || reader.frames.length > 1
  if (name === undefined || node.entries.length > 0 || !askedFor) throw new Unreadable(reader.at)
  reader.note('object_from_items', node.start)
  reader.frames.pop()
  reader.open(arrayFrame(node.start, CLOSE_BRACE, anchors), reader.at)
  reader.attach(name)
}
