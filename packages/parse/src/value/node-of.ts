import type { Span } from '../span.ts'
import type { ValueNode } from './node.ts'

/** A node for a value that was inside a string: all of it stands where the string does. */
export function nodeOf(value: unknown, { start, end }: Span): ValueNode {
  if (Array.isArray(value)) {
    const items = value.map(item => nodeOf(item, { start, end }))
    return { kind: 'array', start, end, items, complete: true }
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, inner]) => ({
      key,
      keyStart: start,
      keyEnd: start,
      value: nodeOf(inner, { start, end })
    }))
    return { kind: 'object', start, end, entries, members: [], valueless: [], complete: true }
  }
  if (typeof value === 'string') {
    return { kind: 'string', start, end, value, quoted: true, complete: true }
  }
  if (typeof value === 'number') {
    return { kind: 'number', start, end, value, written: String(value) }
  }
  return {
    kind: 'literal',
    start,
    end,
    value: value === true ? true : value === false ? false : null
  }
}
