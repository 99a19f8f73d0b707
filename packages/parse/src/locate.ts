import { DEFAULT_LIMITS } from './options.ts'
import type { StructuredOutcome } from './outcome.ts'
import { fold } from './schema/fold.ts'
import type { Path, Span } from './span.ts'
import type { Entry, ObjectNode, ValueNode } from './value/node.ts'
import { readValue } from './value/read-value.ts'

/**
 * Finds where in the text a value of the data was written.
 *
 * The text is read again for this, so that reading a reply costs nothing for
 * spans nobody asks about. Data that was gathered from words, a table or lines of
 * keys is not located; data inside of a JSON string is located as that string.
 *
 * @param text the text the outcome was read from
 * @param outcome what was read from it
 * @param path the way from the root of the data to the value
 * @returns the span of the value as it was written, or undefined
 */
export function locate(
  text: string,
  outcome: Pick<StructuredOutcome, 'source' | 'repairs' | 'dropped'>,
  path: Path
): Span | undefined {
  const { span } = outcome.source
  const read = readValue(text, span.start, {
    limit: span.end,
    document: false,
    anchors: undefined,
    budget: { depth: 512, tokens: DEFAULT_LIMITS.tokens }
  })
  let node: ValueNode | undefined = read.node
  for (const [depth, key] of path.entries()) {
    if (node === undefined) return undefined
    node = step(node, key, path.slice(0, depth), outcome)
    if (node?.kind === 'string') break
  }
  return node === undefined ? undefined : { start: node.start, end: node.end }
}

function step(
  node: ValueNode,
  key: string | number,
  parent: Path,
  outcome: Pick<StructuredOutcome, 'repairs' | 'dropped'>
): ValueNode | undefined {
  if (node.kind === 'object' && typeof key === 'string') {
    return entryFor(node, key, [...parent, key], outcome)?.value
  }
  if (typeof key !== 'number') return undefined
  // A value that was read as a list of one stands for its only item.
  if (node.kind !== 'array') return key === 0 ? node : undefined
  return node.items[writtenIndex(key, parent, outcome)]
}

/** The entry of this name, of the name it was repaired from, or of a similar one. */
function entryFor(
  node: ObjectNode,
  key: string,
  path: Path,
  outcome: Pick<StructuredOutcome, 'repairs'>
): Entry | undefined {
  const exact = node.entries.findLast(entry => entry.key === key)
  if (exact !== undefined) return exact
  const renamed = outcome.repairs.find(
    repair =>
      (repair.code === 'key_alias' || repair.code === 'key_folded') && isSame(repair.path, path)
  )
  const folded = fold(key)
  return node.entries.findLast(entry =>
    renamed === undefined ? fold(entry.key) === folded : entry.keyStart === renamed.span.start
  )
}

/** The index an item had before those in front of it were dropped. */
function writtenIndex(
  index: number,
  parent: Path,
  outcome: Pick<StructuredOutcome, 'dropped'>
): number {
  let written = index
  for (const item of outcome.dropped) {
    const at = item.path.at(-1)
    if (typeof at === 'number' && isSame(item.path.slice(0, -1), parent) && at <= written) written++
  }
  return written
}

function isSame(one: Path, other: Path): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index])
}
