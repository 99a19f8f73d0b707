import { lineEnd } from '../segment/characters.ts'
import type { ValueReader } from './read-value.ts'

/** Skips `...`, which stands for more than was written. */
export function skipEllipsis(reader: ValueReader): boolean {
  const { text } = reader.reading
  const length = text.startsWith('...', reader.at) ? 3 : text[reader.at] === '…' ? 1 : 0
  if (length === 0) return false
  reader.reading.repair('ellipsis_removed', reader.at, reader.at + length, '')
  reader.at += length
  return true
}

/** Skips a fence written inside of the brackets around it: "[```json {} ```]". */
export function skipFenceMark(reader: ValueReader): boolean {
  const { text, limit } = reader.reading
  if (!text.startsWith('```', reader.at)) return false
  const end = Math.min(lineEnd(text, reader.at), limit)
  const info = text.slice(reader.at + 3, Math.min(end, reader.at + 40))
  const mark = /^[\w]*\s*$/.test(info) ? end : reader.at + 3
  reader.reading.repair('comment_removed', reader.at, mark, '')
  reader.at = mark
  return true
}
