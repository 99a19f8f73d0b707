import type { CallFrame } from './frame.ts'
import type { ValueReader } from './read-value.ts'
import { skipGap, skipSpace } from './white-space.ts'

/** Reads the argument of a call, then its closing parenthesis and semicolon. */
export function callArgument(reader: ValueReader, frame: CallFrame): void {
  if (frame.value === undefined) {
    reader.value('call', frame.anchors)
    return
  }
  const { reading } = reader
  reader.at = skipGap(reading, reader.at)
  if (reader.at >= reading.limit) {
    reader.truncateHere()
    return
  }
  if (reading.text.charCodeAt(reader.at) === 41) reader.at++
  if (reading.text.charCodeAt(reader.at) === 59) reader.at++
  reading.repair('call_removed', frame.start, reader.at, '')
  reader.close(reader.at, true)
}

/** A call that is about to be read. */
export interface CallAhead {
  readonly tuple: boolean
  readonly argument: number
}

/** A name and a parenthesis around JSON, or a parenthesis alone around a list. */
export function callAhead(reader: ValueReader): CallAhead | undefined {
  const { text, limit } = reader.reading
  let name = reader.at
  while (name < limit && name - reader.at < 64 && isNameCode(text.charCodeAt(name))) name++
  const tuple = name === reader.at
  if (reader.frames.length === 0) name = skipSpace(text, name, limit)
  if (text.charCodeAt(name) !== 40) return undefined
  let argument = name + 1
  while (argument < limit && text.charCodeAt(argument) <= 32) argument++
  const code = text.charCodeAt(argument)
  const plain = code === 34 || code === 39 || code === 45 || (code >= 48 && code <= 57)
  const bracket = code === 123 || code === 91
  if (
    !plain &&
    !bracket &&
    (tuple || !/(?:true|false|null)\)/y.test(text.slice(argument, argument + 6)))
  )
    return undefined
  return closesSoon(text, argument, limit, bracket) ? { tuple, argument } : undefined
}

/** A parenthesis within sight that ends the value, so that prose in parentheses stays prose. */
function closesSoon(text: string, from: number, limit: number, bracket: boolean): boolean {
  if (bracket) return true
  const close = text.indexOf(')', from)
  if (close === -1 || close - from > 4096 || close >= limit) return false
  const after = /\s*/y
  after.lastIndex = close + 1
  after.test(text)
  const code = text.charCodeAt(after.lastIndex)
  return after.lastIndex >= limit || [44, 41, 59, 93, 125, 96].includes(code)
}

function isNameCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36 ||
    code === 46
  )
}
