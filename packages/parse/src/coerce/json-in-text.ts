import type { StringNode, ValueNode } from '../value/node.ts'
import { nodeOf } from '../value/node.ts'
import { plain } from '../value/plain.ts'
import { readValue } from '../value/read-value.ts'

/** Parses JSON that was put into a string, where the schema wants what is inside. */
export function jsonInText(node: StringNode, depth: number): ValueNode | undefined {
  const text = node.value.trim()
  if (!/^[[{]/.test(text)) return undefined
  const read = readValue(text, 0, {
    limit: text.length,
    document: false,
    anchors: undefined,
    budget: { depth, tokens: text.length }
  })
  if (read.node === undefined || read.end < text.length || read.truncatedAt !== undefined) {
    return undefined
  }
  if (read.node.kind === 'array' && read.repairs.length > 0) return undefined
  return nodeOf(plain(read.node), node)
}
