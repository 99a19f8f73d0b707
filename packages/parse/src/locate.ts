import { DEEPEST, DEFAULT_LIMITS } from './options.ts'
import type { StructuredOutcome } from './outcome.ts'
import type { Path, Span } from './span.ts'
import type { ArrayNode, ObjectNode, ValueNode } from './value/node.ts'
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
  const budget = { depth: DEEPEST, tokens: DEFAULT_LIMITS.tokens }
  let { node }: { node: ValueNode | undefined } = readValue(text, start, { limit: end, budget })
  const way: (string | number)[] = []
  for (const key of path) {
    let written = key
    if (node?.kind === 'object') {
      const { entries }: ObjectNode = node
      const entry =
        entries.findLast(one => one.key === key) ??
        // A key that was written by another name was read as this one.
        entries.findLast(({ keyStart }) =>
          repairs.some(
            ({ code, span, path }) =>
              /^key_[af]/.test(code) && span.start === keyStart && path.at(-1) === key
          )
        )
      node = entry?.value
    } else if (node?.kind === 'array') {
      // The items that were dropped are counted where they stood.
      const gone = dropped.filter(item => isSame(item.path.slice(0, -1), way))
      const { items }: ArrayNode = node
      const kept = [...items.keys()].filter(index => !gone.some(item => item.path.at(-1) === index))
      written = kept[Number(key)] ?? -1
      node = items[written]
    } else if (node?.kind === 'string' || key !== 0) break
    way.push(written)
  }
  return node && { start: node.start, end: node.end }
}

function isSame(one: Path, other: Path): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index])
}
