import type { StructuredOutcome } from './outcome.ts'
import type { Path, Span } from './span.ts'
import type { ArrayNode, Entry, ObjectNode, ValueNode } from './value/node.ts'
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
  const { source, repairs, dropped } = outcome
  const { start, end } = source.span
  // Items that were dropped are counted where they stood.
  const gone = new Set(dropped.map(item => JSON.stringify(item.path)))
  const way: (string | number)[] = []
  let node: ValueNode | undefined = readValue(text.slice(0, end), start).node
  for (const key of path) {
    if (node?.kind === 'object') {
      const { entries }: ObjectNode = node
      // A key that was written by another name was read as this one.
      const isRenamed = ({ keySpan }: Entry) =>
        repairs.some(
          ({ code, span, path }) =>
            /^key_[af]/.test(code) && span.start === keySpan.start && path.at(-1) === key
        )
      node = (entries.findLast(one => one.key === key) ?? entries.findLast(isRenamed))?.value
      way.push(key)
    } else if (node?.kind === 'array') {
      const { items }: ArrayNode = node
      const kept = items.filter((_, index) => !gone.has(JSON.stringify([...way, index])))
      node = kept[Number(key)]
      way.push(node === undefined ? -1 : items.indexOf(node))
    } else if (typeof node?.value === 'string' || key !== 0) break
  }
  return node && { start: node.start, end: node.end }
}
