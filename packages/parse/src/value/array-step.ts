import { type ArrayFrame, objectFrame } from './frame.ts'
import { joinText } from './join-text.ts'
import { keyAhead } from './key-ahead.ts'
import { skipEllipsis, skipFenceMark } from './noise.ts'
import { isQuote } from './quotes.ts'
import type { ValueReader } from './read-value.ts'
import { Unreadable } from './reading.ts'
import { peekGap, skipGap } from './white-space.ts'

/** Takes one step inside an array: an item, or what stands between two of them. */
export function arrayStep(reader: ValueReader, frame: ArrayFrame): void {
  const { reading } = reader
  reader.at = skipGap(reading, reader.at)
  if (reader.at >= reading.limit) {
    if (frame.comma !== -1) reading.repair('comma_removed', frame.comma, frame.comma + 1, '')
    reader.truncateHere()
    return
  }
  const code = reading.text.charCodeAt(reader.at)
  if (code === 93 || code === 125 || code === 41) closer(reader, frame, code)
  else if (frame.expects === 'item') item(reader, frame, code)
  else afterItem(reader, frame, code)
}

function item(reader: ValueReader, frame: ArrayFrame, code: number): void {
  if (code === 44) {
    reader.reading.repair('comma_removed', reader.at, reader.at + 1, '')
    reader.at++
  } else if (skipEllipsis(reader) || skipFenceMark(reader)) return
  else reader.value('item', frame.anchors)
}

function afterItem(reader: ValueReader, frame: ArrayFrame, code: number): void {
  const { reading } = reader
  if (code === 44 || code === 59) {
    frame.comma = reader.at
    frame.expects = 'item'
    reader.at++
  } else if (code === 43 && joinText(reader, frame.node.items)) return
  else if (code === 58) pairInside(reader, frame)
  else if (skipFenceMark(reader)) return
  else {
    reading.repair('comma_added', reader.at, reader.at, ',')
    frame.expects = 'item'
  }
}

/** `["a": 1]`: a key and its value where an item should stand. */
function pairInside(reader: ValueReader, frame: ArrayFrame): void {
  const key = frame.node.items.pop()
  if (key?.kind !== 'string') throw new Unreadable(reader.at)
  reader.reading.repair('member_wrapped', key.start, reader.at + 1, '{')
  const inner = objectFrame(key.start, frame.anchors, true)
  inner.key = key.value
  inner.keyStart = key.start
  inner.keyEnd = key.end
  inner.expects = 'value'
  reader.open(inner, 1)
}

function closer(reader: ValueReader, frame: ArrayFrame, code: number): void {
  const { reading } = reader
  const at = reader.at
  if (frame.comma !== -1 && frame.closer === ']') {
    reading.repair('comma_removed', frame.comma, frame.comma + 1, '')
  }
  if (String.fromCharCode(code) === frame.closer) {
    if (frame.closer === ')') reading.repair('tuple_read', frame.node.start, at + 1, '[')
    reader.close(at + 1, true)
  } else if (code === 125 && reader.openObjects > 0 && !standsForBracket(reader, at + 1)) {
    reading.repair('bracket_added', at, at, ']')
    reader.close(at, true)
  } else if (code === 41 || (code === 125 && itemsFollow(reader, at + 1))) {
    reading.repair('bracket_removed', at, at + 1, '')
    reader.at++
  } else {
    reading.repair('bracket_replaced', at, at + 1, ']')
    reader.close(at + 1, true)
  }
}

function itemsFollow(reader: ValueReader, from: number): boolean {
  const { text, limit } = reader.reading
  const code = text.charCodeAt(peekGap(text, from, limit))
  return reader.openObjects === 0 && (code === 44 || code === 93)
}

/** A brace after which the members of the object around go on was meant as a bracket. */
function standsForBracket(reader: ValueReader, from: number): boolean {
  const { text, limit } = reader.reading
  const around = reader.frames.at(-2)
  if (around?.kind !== 'object') return false
  const next = peekGap(text, from, limit)
  const member = text.charCodeAt(next) === 44 ? peekGap(text, next + 1, limit) : next
  if (!isQuote(text.charCodeAt(member)) && text.charCodeAt(next) !== 44) return false
  return keyAhead(reader.reading, member, around.anchors)
}
