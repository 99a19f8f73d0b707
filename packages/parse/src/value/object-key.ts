import { readEscapedText } from './escaped-text.ts'
import type { ObjectFrame } from './frame.ts'
import { keyAhead } from './key-ahead.ts'
import type { StringNode } from './node.ts'
import { endOfText } from './object-end.ts'
import { isQuote } from './quotes.ts'
import type { ValueReader } from './read-value.ts'
import { Unreadable } from './reading.ts'
import { isSpace, peekGap, skipGap } from './white-space.ts'

const LONGEST_BARE_KEY = 256

export function readKey(reader: ValueReader, frame: ObjectFrame, code: number): void {
  const { reading } = reader
  const start = reader.at
  if (isQuote(code)) keyFrom(reader, frame, reader.string('key'))
  else if (code === 92 && reading.text.charCodeAt(start + 1) === 34) {
    keyFrom(reader, frame, readEscapedText(reading, start))
  } else bareKey(reader, frame, start)
}

function keyFrom(reader: ValueReader, frame: ObjectFrame, node: StringNode): void {
  const { reading } = reader
  reader.at = node.end
  if (!node.complete) {
    // The key itself is cut off; there is nothing it could name.
    reading.repair('value_missing', node.start, node.end, '')
    endOfText(reader, frame)
    return
  }
  setKey(frame, node.value, node.start, node.end)
  colon(reader, frame, node)
}

export function setKey(frame: ObjectFrame, key: string, start: number, end: number): void {
  frame.key = key
  frame.keyStart = start
  frame.keyEnd = end
}

function colon(reader: ValueReader, frame: ObjectFrame, node: StringNode): void {
  const { reading } = reader
  const at = skipGap(reading, reader.at)
  const code = reading.text.charCodeAt(at)
  frame.expects = 'value'
  frame.comma = -1
  if (at >= reading.limit) reader.at = at
  else if (code === 58) reader.at = at + 1
  else if (code === 61) reader.at = at + (reading.text.charCodeAt(at + 1) === 62 ? 2 : 1)
  else if (code === 44 || code === 125) setMember(reader, frame, node, at)
  else if (code === 93) throw new Unreadable(at)
  else {
    reading.repair('colon_added', reader.at, reader.at, ':')
    reader.at = at
  }
}

/** A name without a value: a set, which an object can only be when all members are like it. */
function setMember(reader: ValueReader, frame: ObjectFrame, node: StringNode, at: number): void {
  if (frame.node.entries.length > 0) throw new Unreadable(at)
  frame.node.members.push(node)
  frame.expects = 'comma'
  reader.at = at
}

function bareKey(reader: ValueReader, frame: ObjectFrame, start: number): void {
  const { reading } = reader
  const { text } = reading
  const horizon = Math.min(reading.limit, start + LONGEST_BARE_KEY)
  let end = start
  while (end < horizon && !isKeyEnd(text, end)) end++
  const key = text.slice(start, end).trim()
  if (end >= reading.limit && key !== '') {
    reading.repair('value_missing', start, end, '')
    reader.at = end
    endOfText(reader, frame)
    return
  }
  const code = text.charCodeAt(end)
  if (key !== '' && isQuote(code) && isSpace(text.charCodeAt(end - 1))) {
    if (keyAhead(reading, end, frame.anchors)) {
      // The word belongs to nothing: the key comes behind it.
      reading.repair('trailing_text_removed', start, end, '')
      reader.at = end
      return
    }
    reading.repair('key_quoted', start, end, `"${key}"`)
    keyWithoutColon(reader, frame, key, start, end)
    return
  }
  const stray = code === 34 && text.charCodeAt(peekGap(text, end + 1, reading.limit)) === 58
  if (key === '' || (code !== 58 && code !== 61 && !stray)) throw new Unreadable(end)
  reading.repair(stray ? 'quote_added' : 'key_quoted', start, end, `"${key}"`)
  setKey(frame, key, start, start + key.length)
  reader.at = stray ? peekGap(text, end + 1, reading.limit) + 1 : end + 1
  if (code === 61 && text.charCodeAt(reader.at) === 62) reader.at++
  frame.expects = 'value'
  frame.comma = -1
}

/** `{a "b"}`: a bare key, and the colon missing as well. */
function keyWithoutColon(
  reader: ValueReader,
  frame: ObjectFrame,
  key: string,
  start: number,
  end: number
): void {
  reader.reading.repair('colon_added', end, end, ':')
  setKey(frame, key, start, start + key.length)
  frame.expects = 'value'
  frame.comma = -1
  reader.at = end
}

function isKeyEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  // Letters, the common case, end no key.
  if (code >= 97 && code <= 122) return false
  if (code === 61) return text.charCodeAt(at + 1) === 62 || text.charCodeAt(at - 1) === 32
  if (code === 58 || code === 44 || code === 123 || code === 125 || code === 10) return true
  return code !== 39 && code !== 0x2019 && isQuote(code)
}
