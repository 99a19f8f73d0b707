import { plain } from '../value/plain.ts'
import { readValue } from '../value/read-value.ts'

/** Parses JSON that was put into a string; undefined when it is anything else, or more than that. */
export function jsonInText(text: string, depth: number): unknown {
  const trimmed = text.trim()
  if (!/^[[{]/.test(trimmed)) return undefined
  const read = readValue(trimmed, 0, {
    budget: { depth, tokens: trimmed.length }
  })
  if (read.node === undefined || read.end < trimmed.length) return undefined
  // Brackets in broken text are more often those of prose.
  const doubtful = read.node.kind === 'array' && read.repairs.length > 0
  return doubtful || read.truncatedAt !== undefined ? undefined : plain(read.node)
}
