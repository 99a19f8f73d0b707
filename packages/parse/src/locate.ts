import { hasParts } from './json.ts'
import type { StructuredOutcome } from './outcome.ts'
import type { RepairCode } from './repair-codes.ts'
import type { Path, Span } from './span.ts'
import { arrayNode, type Entry, type ValueNode } from './value/node.ts'
import { readValue } from './value/read-value.ts'

/**
 * Finds where in the text a value of the data was written.
 *
 * The text is read again for this, so that reading a reply costs nothing for
 * spans nobody asks about. Data that was gathered from words, a table, YAML or lines of
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
  if (/^(?:yaml|key_value|table|prose)$/.test(source.form)) return undefined
  // Items that were dropped are counted where they stood.
  const gone = new Set(dropped.map(item => JSON.stringify(item.path)))
  /** The way that was gone so far, in the data as it was read before anything was left out. */
  const way: (string | number)[] = []
  const taken = (...codes: RepairCode[]) => {
    const here = JSON.stringify(way)
    return repairs.filter(one => codes.includes(one.code) && JSON.stringify(one.path) === here)
  }
  const isTaken = (...codes: RepairCode[]) => taken(...codes).length > 0
  const unwrapped = (node: ValueNode | undefined) =>
    taken('wrapper_removed', 'item_unwrapped').reduce(contentOf, node)

  if (isTaken('roots_listed')) return undefined
  let node = unwrapped(rootOf(text, source.span, isTaken('gathered')))
  for (const key of path) {
    if (isTaken('json_in_text')) break
    const items = itemsOf(node, isTaken('tuple_read'))
    // What nobody wrote around a value has no place of its own.
    if (isTaken('implied_key', 'item_wrapped')) way.push(key)
    else if (items !== undefined) {
      const kept = items.filter((_, index) => !gone.has(JSON.stringify([...way, index])))
      node = kept[Number(key)]
      way.push(node === undefined ? -1 : items.indexOf(node))
    } else {
      const entries: readonly Entry[] = node?.kind === 'object' ? node.entries : []
      // A key that was written by another name was read as this one.
      const isRenamed = ({ keySpan }: Entry) =>
        repairs.some(
          ({ code, span, path }) =>
            (code === 'key_alias' || code === 'key_folded') &&
            span.start === keySpan.start &&
            path.at(-1) === key
        )
      node = (entries.findLast(one => one.key === key) ?? entries.findLast(isRenamed))?.value
      way.push(key)
    }
    node = unwrapped(node)
  }
  return node && { start: node.start, end: node.end }
}

/** What was written, in the form it was read in; objects that were gathered stand side by side. */
function rootOf(text: string, { start, end }: Span, gathered: boolean): ValueNode | undefined {
  const within = text.slice(0, end)
  const items: ValueNode[] = []
  for (let at = start; at !== -1; ) {
    const read = readValue(within, at)
    if (read.node === undefined || !gathered) return read.node
    items.push(read.node)
    at = within.indexOf('{', read.end)
  }
  return arrayNode({ start, end }, items)
}

/** The items of a list; those of an object whose keys are its indexes, too. */
function itemsOf(node: ValueNode | undefined, byIndex: boolean): readonly ValueNode[] | undefined {
  if (node?.kind === 'array') return node.items
  if (node?.kind !== 'object' || !byIndex) return undefined
  return node.entries.toSorted((one, other) => +one.key - +other.key).map(({ value }) => value)
}

/** The only thing in a wrapper that can be what was asked for; JSON inside of a string stays that. */
function contentOf(node: ValueNode | undefined): ValueNode | undefined {
  if (node === undefined || node.kind === 'scalar') return node
  const parts = node.kind === 'array' ? node.items : node.entries.map(({ value }) => value)
  const containers = parts.filter(part => part.kind !== 'scalar' || hasParts(part.value))
  const [part, other] = containers.length > 0 ? containers : parts
  return other === undefined ? part : undefined
}
