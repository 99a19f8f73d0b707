import { CLOSE_BRACE, CLOSE_BRACKET, CLOSE_PAREN, COMMA } from '../segment/characters.ts'
import { commaEnds, keyAhead } from './ahead.ts'
import type { Frame } from './frame.ts'
import { isQuote } from './quotes.ts'
import type { Reader } from './reader.ts'

/** Takes a closing bracket, which may be another one than the open bracket asks for. */
export function closeBracket(reader: Reader, frame: Frame, code: number): void {
  const { at, frames } = reader
  const { closer, keys, node } = frame
  const closesAround = code !== closer && reader.isOpen(code)
  // A tuple of one is a tuple because of its comma.
  if (closer !== CLOSE_PAREN) reader.dropComma(frame)
  if (closer === 0 && frames.length > 1) reader.close(at)
  else if (closedTooEarly(reader, frame, code)) {
    reader.note('member_merged', at)
    reader.at++
  } else if (code === (closer || CLOSE_BRACE)) reader.close(at + 1)
  else if (closesAround && node.kind === 'object' && node.entries.length === 0) {
    // A brace with nothing behind it before the array ends was a slip.
    reader.note('bracket_removed', node.start)
    frames.pop()
  } else if (closesAround && !(keys === undefined && membersGoOn(reader, at + 1))) {
    reader.note('bracket_added', at, at, String.fromCharCode(closer))
    reader.close(at)
  } else if (code === CLOSE_PAREN || (!closesAround && goesOn(reader, frame, at + 1))) {
    reader.note('bracket_removed', at)
    reader.at++
  } else {
    reader.note('bracket_replaced', at, at + 1, String.fromCharCode(closer))
    reader.close(at + 1)
  }
}

/** Members behind the closing brace of a whole document belong to it. */
function closedTooEarly(reader: Reader, { keys }: Frame, code: number): boolean {
  const { at, frames, options } = reader
  if (options.document !== true || frames.length > 1 || keys === undefined) return false
  const comma = reader.next(at + 1)
  const member = reader.next(comma + 1)
  if (code !== CLOSE_BRACE || reader.code(comma) !== COMMA) return false
  return isQuote(reader.code(member)) && keyAhead(reader, member)
}

/** Behind the wrong bracket, the innermost one that is open goes on. */
function goesOn(reader: Reader, { keys }: Frame, from: number): boolean {
  const next = reader.next(from)
  const code = reader.code(next)
  if (code === (keys === undefined ? CLOSE_BRACKET : CLOSE_BRACE)) return true
  return code === COMMA && commaEnds(reader, next + 1)
}

/** Behind the wrong bracket of a list, the object around it goes on. */
function membersGoOn(reader: Reader, from: number): boolean {
  const next = reader.next(from)
  const member = reader.code(next) === COMMA ? reader.next(next + 1) : next
  return reader.frames.at(-2)?.keys !== undefined && keyAhead(reader, member)
}
