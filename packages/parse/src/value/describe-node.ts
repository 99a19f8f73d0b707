import { describeValue, quote } from '../parse-issue.ts'
import type { ValueNode } from './node.ts'

/** Shows a node in at most 80 characters, without building its value. */
export function describeNode(node: ValueNode): string {
  if (node.kind === 'array') return `array of ${node.items.length}`
  if (node.kind !== 'object') return describeValue(node.value)
  const keys = node.entries.slice(0, 8).map(entry => entry.key)
  return quote(`object with ${keys.join(', ') || 'no keys'}`)
}
