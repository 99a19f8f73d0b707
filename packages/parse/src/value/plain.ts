import { setOwn } from '../own-property.ts'
import type { ValueNode } from './node.ts'

/** The plain value of a node, which is nested no deeper than the limit of depth allows. */
export function plain(node: ValueNode): unknown {
  if (node.kind === 'array') return node.items.map(plain)
  if (node.kind !== 'object') return node.value
  const value: Record<string, unknown> = {}
  for (const entry of node.entries) setOwn(value, entry.key, plain(entry.value))
  return value
}
