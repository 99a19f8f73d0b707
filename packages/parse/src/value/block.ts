import { skipSpace } from './gap.ts'
import { scalarNode, type TextNode } from './node.ts'
import type { Reader } from './reader.ts'

const MARK = /```|"""|'''/y
/** An info string, and white space at the end; both belong to the marks. */
const INFO = /^[^\S\n]*[\w+-]{0,40}[^\S\n]*\n/
const LAST_LINE = /\r?\n[^\S\n]*$/

/**
 * Reads a value written as a block between triple quotes or ticks, as agents do
 * with code. A fence's info string and the common indentation do not belong to it.
 */
export function readBlock(reader: Reader, start: number): TextNode | undefined {
  const { text } = reader
  const from = reader.look(MARK, start)
  if (from === -1) return undefined
  const mark = text.slice(start, from)
  let close = text.indexOf(mark, from)
  // The mark after which the JSON goes on.
  while (close !== -1 && !/[,}\]]|^$/.test(text[skipSpace(text, close + mark.length)] ?? '')) {
    close = text.indexOf(mark, close + 1)
  }
  if (close === -1 && mark !== '```') return undefined
  if (close === -1) reader.truncatedAt ??= text.length
  const span = { start, end: close === -1 ? text.length : close + mark.length }
  const inside = text.slice(from, close === -1 ? text.length : close)
  const value = dedent(mark === '```' ? inside.replace(INFO, '\n') : inside)
  reader.note('block_read', start, span.end, value)
  return scalarNode(span, value)
}

function dedent(block: string): string {
  if (!block.includes('\n')) return block
  const lines = block
    .replace(/^[^\S\n]*\n/, '')
    .replace(LAST_LINE, '')
    .split('\n')
  let indent = block.length
  for (const line of lines) {
    if (line.trim() !== '') indent = Math.min(indent, line.search(/\S/))
  }
  return lines.map(line => line.slice(indent)).join('\n')
}
