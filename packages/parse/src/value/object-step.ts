import { readEscapedText } from './escaped-text.ts'
import type { ObjectFrame } from './frame.ts'
import { joinText } from './join-text.ts'
import { keyAhead } from './key-ahead.ts'
import type { StringNode } from './node.ts'
import { skipEllipsis, skipFenceMark } from './noise.ts'
import { isQuote } from './quotes.ts'
import type { ValueReader } from './read-value.ts'
import { Unreadable } from './reading.ts'
import { isSpace, peekGap, skipGap } from './white-space.ts'

const LONGEST_BARE_KEY = 256

/** Takes one step inside an object: a key, a value, or what stands between them. */
export function objectStep(reader: ValueReader, frame: ObjectFrame): void {
  const { reading } = reader
  reader.at = skipGap(reading, reader.at)
  if (frame.expects === 'value') memberValue(reader, frame)
  else if (reader.at >= reading.limit) endOfText(reader, frame)
  else if (frame.expects === 'key') memberKey(reader, frame)
  else afterMember(reader, frame)
}

function endOfText(reader: ValueReader, frame: ObjectFrame): void {
  if (frame.comma !== -1) reader.reading.repair('comma_removed', frame.comma, frame.comma + 1, '')
  if (frame.node.members.length > 0) throw new Unreadable(reader.at)
  reader.truncateHere()
}

function memberKey(reader: ValueReader, frame: ObjectFrame): void {
  const { text } = reader.reading
  const code = text.charCodeAt(reader.at)
  if (code === 125 || code === 93) closer(reader, frame, code)
  else if (code === 44) {
    reader.reading.repair('comma_removed', reader.at, reader.at + 1, '')
    reader.at++
  } else if (skipEllipsis(reader) || skipFenceMark(reader)) return
  else if (code === 123) braceForKey(reader, frame)
  else readKey(reader, frame, code)
}

/** A brace where a key should stand: doubled, or the next item after a forgotten brace. */
function braceForKey(reader: ValueReader, frame: ObjectFrame): void {
  if (frame.node.entries.length > 0) {
    if (reader.frames.at(-2)?.kind !== 'array') throw new Unreadable(reader.at)
    reader.reading.repair('bracket_added', reader.at, reader.at, '}')
    reader.close(reader.at, true)
    return
  }
  if (reader.at > frame.node.start + 1 && !reader.reading.document) throw new Unreadable(reader.at)
  reader.reading.repair('bracket_removed', reader.at, reader.at + 1, '')
  reader.at++
}

function readKey(reader: ValueReader, frame: ObjectFrame, code: number): void {
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

function setKey(frame: ObjectFrame, key: string, start: number, end: number): void {
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
    reading.repair('key_quoted', start, end, JSON.stringify(key))
    keyWithoutColon(reader, frame, key, start, end)
    return
  }
  const stray = code === 34 && text.charCodeAt(peekGap(text, end + 1, reading.limit)) === 58
  if (key === '' || (code !== 58 && code !== 61 && !stray)) throw new Unreadable(end)
  reading.repair(stray ? 'quote_added' : 'key_quoted', start, end, JSON.stringify(key))
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
  if (code === 61) return text.charCodeAt(at + 1) === 62 || text.charCodeAt(at - 1) === 32
  if (code === 58 || code === 44 || code === 123 || code === 125 || code === 10) return true
  return code !== 39 && code !== 0x2019 && isQuote(code)
}

function memberValue(reader: ValueReader, frame: ObjectFrame): void {
  const { reading } = reader
  const { text, limit } = reading
  const code = text.charCodeAt(reader.at)
  if (reader.at >= limit || code === 44 || code === 125 || code === 93) missingValue(reader, frame)
  else if (code === 58) reader.at++
  else reader.value('member', frame.anchors?.under(frame.key))
}

function missingValue(reader: ValueReader, frame: ObjectFrame): void {
  const { reading } = reader
  reading.repair('value_missing', frame.keyStart, reader.at, '')
  if (reader.at >= reading.limit) reading.truncate(reading.limit)
  frame.node.valueless.push({ key: frame.key, start: frame.keyStart, end: frame.keyEnd })
  frame.expects = 'comma'
}

function afterMember(reader: ValueReader, frame: ObjectFrame): void {
  const { reading } = reader
  const { text } = reading
  const code = text.charCodeAt(reader.at)
  if (code === 44 || code === 59) {
    frame.comma = reader.at
    frame.expects = 'key'
    reader.at++
    if (frame.implied) impliedContinues(reader)
  } else if (code === 125 || code === 93) closer(reader, frame, code)
  else if (code === 43 && joinText(reader, lastOf(frame))) return
  else if (code === 123 && reader.frames.at(-2)?.kind === 'array') braceForKey(reader, frame)
  else if (text.startsWith('```', reader.at)) endOfText(reader, frame)
  else if (isQuote(code) || keyAhead(reading, reader.at, frame.anchors)) {
    reading.repair('comma_added', reader.at, reader.at, ',')
    frame.expects = 'key'
  } else skipStrayText(reader)
}

function lastOf(frame: ObjectFrame) {
  return frame.node.entries
}

/** A pair written into an array goes on only while pairs follow. */
function impliedContinues(reader: ValueReader): void {
  if (reader.frames.length < 2) return
  const next = peekGap(reader.reading.text, reader.at, reader.reading.limit)
  if (keyAhead(reader.reading, next, undefined)) return
  reader.at--
  reader.close(reader.at, true)
}

/** Words behind a finished value, up to where the structure goes on. */
function skipStrayText(reader: ValueReader): void {
  const { reading } = reader
  const start = reader.at
  const horizon = Math.min(reading.limit, start + 200)
  let end = start
  while (end < horizon && !/[,{}[\]"\n]/.test(reading.text[end] ?? '')) end++
  if (end === start || (end === horizon && end < reading.limit)) throw new Unreadable(end)
  reading.repair('trailing_text_removed', start, end, '')
  reader.at = end
}

function closer(reader: ValueReader, frame: ObjectFrame, code: number): void {
  const { reading } = reader
  const at = reader.at
  if (frame.comma !== -1) reading.repair('comma_removed', frame.comma, frame.comma + 1, '')
  frame.comma = -1
  if (frame.implied && reader.frames.length > 1) reader.close(at, true)
  else if (code === 125) reader.close(at + 1, true)
  else if (reader.openArrays > 0) {
    reading.repair('bracket_added', at, at, '}')
    reader.close(at, true)
  } else if (membersFollow(reader, frame, at + 1)) {
    reading.repair('bracket_removed', at, at + 1, '')
    reader.at++
  } else {
    reading.repair('bracket_replaced', at, at + 1, '}')
    reader.close(at + 1, true)
  }
}

function membersFollow(reader: ValueReader, frame: ObjectFrame, from: number): boolean {
  const { text, limit } = reader.reading
  const next = peekGap(text, from, limit)
  const code = text.charCodeAt(next)
  if (code === 125) return true
  return code === 44 && keyAhead(reader.reading, peekGap(text, next + 1, limit), frame.anchors)
}
