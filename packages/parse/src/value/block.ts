import type { StringNode } from './node.ts'
import type { Reading } from './reading.ts'
import { skipSpace } from './white-space.ts'

const MARKS = ['```', '"""', "'''"]

/**
 * Reads a value written as a block between triple quotes or ticks, as agents do
 * with code. A fence's info string and the common indentation do not belong to it.
 */
export function readBlock(reading: Reading, start: number): StringNode | undefined {
  const { text, limit } = reading
  const mark = MARKS.find(candidate => text.startsWith(candidate, start))
  if (mark === undefined) return undefined
  const from = start + mark.length
  const close = closingMark(reading, mark, from)
  if (close === undefined && mark !== '```') return undefined
  const end = close ?? limit
  const value = dedent(mark === '```' ? withoutInfo(text.slice(from, end)) : text.slice(from, end))
  reading.repair('block_read', start, Math.min(end + mark.length, limit), value)
  if (close === undefined) reading.truncate(limit)
  return {
    kind: 'string',
    start,
    end: close === undefined ? limit : close + mark.length,
    value,
    quoted: true,
    complete: close !== undefined
  }
}

/** The mark after which the JSON goes on. */
function closingMark(reading: Reading, mark: string, from: number): number | undefined {
  const { text, limit } = reading
  for (
    let at = text.indexOf(mark, from);
    at !== -1 && at < limit;
    at = text.indexOf(mark, at + 1)
  ) {
    const next = skipSpace(text, at + mark.length, limit)
    const code = text.charCodeAt(next)
    if (next >= limit || code === 44 || code === 125 || code === 93) return at
  }
  return undefined
}

function withoutInfo(block: string): string {
  const newline = block.indexOf('\n')
  if (newline === -1) return block
  return /^\s*[\w+-]*\s*$/.test(block.slice(0, Math.min(newline, 40))) && newline <= 40
    ? block.slice(newline + 1)
    : block
}

function dedent(block: string): string {
  const lines = block.split('\n')
  if (lines[0]?.trim() === '') lines.shift()
  if (lines.at(-1)?.trim() === '') lines.pop()
  let indent = Number.POSITIVE_INFINITY
  for (const line of lines) {
    const used = line.length - line.trimStart().length
    if (used < line.length) indent = Math.min(indent, used)
  }
  return lines.length > 1 || block.includes('\n')
    ? lines.map(line => line.slice(Math.min(indent, line.length))).join('\n')
    : block
}
