import type { ObjectFrame } from './frame.ts'
import { keyAhead } from './key-ahead.ts'
import type { ValueReader } from './read-value.ts'
import { Unreadable } from './reading.ts'
import { peekGap } from './white-space.ts'

export function endOfText(reader: ValueReader, frame: ObjectFrame): void {
  if (frame.comma !== -1) reader.reading.repair('comma_removed', frame.comma, frame.comma + 1, '')
  if (frame.node.members.length > 0) throw new Unreadable(reader.at)
  reader.truncateHere()
}

export function closeObject(reader: ValueReader, frame: ObjectFrame, code: number): void {
  const { reading } = reader
  const at = reader.at
  if (frame.comma !== -1) reading.repair('comma_removed', frame.comma, frame.comma + 1, '')
  frame.comma = -1
  if (frame.implied && reader.frames.length > 1) reader.close(at, true)
  else if (code === 93 && reader.openArrays > 0 && isUntouched(frame))
    reader.discard(frame.node.start)
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

/** A brace with nothing behind it before the array ends was a slip. */
function isUntouched(frame: ObjectFrame): boolean {
  const { entries, members, valueless } = frame.node
  return entries.length + members.length + valueless.length === 0
}

function membersFollow(reader: ValueReader, frame: ObjectFrame, from: number): boolean {
  const { text, limit } = reader.reading
  const next = peekGap(text, from, limit)
  const code = text.charCodeAt(next)
  if (code === 125) return true
  return code === 44 && keyAhead(reader.reading, peekGap(text, next + 1, limit), frame.anchors)
}
