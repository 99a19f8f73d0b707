import { plain } from '../value/plain.ts'
import { type ReadResult, readValue } from '../value/read-value.ts'

/** JSON that was put into a string, and what had to be mended in it. */
interface Inner extends Pick<ReadResult, 'repairs'> {
  readonly value: unknown
}

/** Parses JSON that was put into a string; undefined when it is anything else, or more than that. */
export function jsonInText(text: string, depth: number): Inner | undefined {
  const trimmed = text.trim()
  if (!/^[[{]/.test(trimmed)) return undefined
  const read = readValue(trimmed, 0, {
    budget: { depth, tokens: trimmed.length }
  })
  if (read.node === undefined || read.end < trimmed.length) return undefined
  // Brackets in broken text are more often those of prose.
  const { node, repairs } = read
  const doubtful = node.kind === 'array' && repairs.length > 0
  return doubtful || read.truncatedAt !== undefined ? undefined : { value: plain(node), repairs }
}
