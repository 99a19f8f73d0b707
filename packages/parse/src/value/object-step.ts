import { arrayFrame, type ObjectFrame } from './frame.ts'
import { joinText } from './join-text.ts'
import { keyAhead } from './key-ahead.ts'
import { skipEllipsis, skipFenceMark } from './noise.ts'
import { closeObject, endOfText } from './object-end.ts'
import { readKey, setKey } from './object-key.ts'
import { isQuote } from './quotes.ts'
import type { ValueReader } from './read-value.ts'
import { Unreadable } from './reading.ts'
import { peekGap, skipGap } from './white-space.ts'

/** Takes one step inside an object: a key, a value, or what stands between them. */
export function objectStep(reader: ValueReader, frame: ObjectFrame): void {
  const { reading } = reader
  reader.at = skipGap(reading, reader.at)
  if (frame.expects === 'value') memberValue(reader, frame)
  else if (reader.at >= reading.limit) endOfText(reader, frame)
  else if (frame.expects === 'key') memberKey(reader, frame)
  else afterMember(reader, frame)
}

function memberKey(reader: ValueReader, frame: ObjectFrame): void {
  const { text } = reader.reading
  const code = text.charCodeAt(reader.at)
  if (code === 125 || code === 93) closeObject(reader, frame, code)
  else if (code === 44) {
    reader.reading.repair('comma_removed', reader.at, reader.at + 1, '')
    reader.at++
  } else if (skipEllipsis(reader) || skipFenceMark(reader)) return
  else if (code === 123) braceForKey(reader, frame)
  else if (code === 91) listForKey(reader, frame)
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

/** A list where a key should stand goes on with the list before it. */
function listForKey(reader: ValueReader, frame: ObjectFrame): void {
  const entry = frame.node.entries.at(-1)
  if (entry?.value.kind !== 'array') throw new Unreadable(reader.at)
  reader.reading.repair('member_merged', reader.at, reader.at + 1, '')
  frame.node.entries.pop()
  frame.keys.delete(entry.key)
  setKey(frame, entry.key, entry.keyStart, entry.keyEnd)
  frame.expects = 'value'
  reader.open(
    {
      ...arrayFrame(entry.value.start, frame.anchors?.under(entry.key).items, ']'),
      node: entry.value
    },
    1
  )
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
  const { at } = reader
  if (reader.completeToNull) reader.attach({ kind: 'literal', start: at, end: at, value: null })
  else frame.node.valueless.push({ key: frame.key, start: frame.keyStart, end: frame.keyEnd })
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
  } else if (code === 125 || code === 93) closeObject(reader, frame, code)
  else if (code === 43 && joinText(reader, frame.node.entries)) return
  else if (code === 123 && reader.frames.at(-2)?.kind === 'array') braceForKey(reader, frame)
  else if (text.startsWith('```', reader.at)) endOfText(reader, frame)
  else if (isQuote(code) || keyAhead(reading, reader.at, frame.anchors)) {
    reading.repair('comma_added', reader.at, reader.at, ',')
    frame.expects = 'key'
  } else skipStrayText(reader)
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
