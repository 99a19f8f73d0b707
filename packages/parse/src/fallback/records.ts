import { propertyOf } from '../schema/property-of.ts'
import { branchesOf, type ObjectShape, type Shape } from '../schema/shape.ts'
import type { Span } from '../span.ts'
import { arrayNode, type Entry, objectNode, scalarNode, type ValueNode } from '../value/node.ts'
import { plain } from '../value/plain.ts'
import type { Line } from './lines.ts'

/** The object shape that words can be held against, and whether a list of such is asked for. */
export interface Target {
  readonly shape: ObjectShape
  readonly list: boolean
}

/** Finds the one object shape a schema asks for at its root, or as the items of its root. */
export function targetOf(root: Shape): Target | undefined {
  const [target, ...others] = branchesOf(root).flatMap(branch => {
    const list = branch.kind === 'array'
    const shape = list ? branch.items : branch
    return shape.kind === 'object' && shape.properties.length > 0 ? { shape, list } : []
  })
  return others.length === 0 ? target : undefined
}

const isRow = ({ text }: Line): boolean => text.includes('|')

/** Reads the first Markdown table whose header names keys the schema knows: a row an object. */
export function readTable(lines: readonly Line[], target: Target): ValueNode | undefined {
  const first = lines.findIndex(isRow)
  const behind = lines.findIndex((line, index) => index > first && !isRow(line))
  const rows = lines.slice(first, behind === -1 ? undefined : behind)
  const [header, rule, ...body] = rows.map(line => ({ line, cells: cellsOf(line) }))
  if (rule?.cells.every(cell => /^\s*:?-+:?\s*$/.test(cell)) !== true) return undefined
  const names = header?.cells ?? []
  const known = names.filter(name => entryOf(target, name, '?', rule.line).length > 0)
  if (known.length < leastOf(target)) return undefined
  const objects = body.map(({ cells, line }) =>
    cells.flatMap((cell, column) => entryOf(target, names[column], cell, line))
  )
  return nodeOfObjects(objects, target)
}

function cellsOf({ text }: Line): string[] {
  const cells = text.replace(/^\||(?<!\\)\|$/g, '').split(/(?<!\\)\|/)
  return cells.map(cell => cell.replaceAll('\\|', '|'))
}

const PAIR =
  /^(?:>[ \t]*)?(?:[-*•+][ \t]+|\d{1,3}[.)][ \t]+|\|)?([^:：=|]{1,64})[:：=|][ \t]*(?![ \t])(.{0,2000}?)\|?$/u

/**
 * Reads lines such as `- **City**: Rome`. Only keys the schema knows count, and
 * a key said twice with different values says nothing.
 */
export function readKeyValueLines(lines: readonly Line[], target: Target): ValueNode | undefined {
  const objects: Entry[][] = []
  let object: Entry[] = []
  for (const line of lines) {
    const [, key, said] = PAIR.exec(line.text) ?? []
    for (const entry of entryOf(target, key, said, line)) {
      const before = object.find(({ key }) => key === entry.key)
      if (before === undefined || target.list) {
        // A key that comes again begins the next object.
        if (before !== undefined || objects.length === 0) {
          object = []
          objects.push(object)
        }
        object.push(entry)
      } else if (plain(before.value) !== plain(entry.value)) return undefined
    }
  }
  if (objects.some(({ length }) => length < leastOf(target))) return undefined
  // One key alone counts only when its line is all there is.
  const alone = lines.filter(line => line.text !== '').length === 1
  return target.shape.properties.length > 1 || alone ? nodeOfObjects(objects, target) : undefined
}

const PARAMETER = /<parameter(?: name)?=["']?([\w.-]{1,64})["']?>([^<]{0,2000})<\/parameter>/g

/** Reads the parameters of a tool call in tags: `<parameter name="city">Rome</parameter>`. */
export function readParameters(
  text: string,
  { start, end }: Span,
  target: Target
): ValueNode | undefined {
  const entries = [...text.slice(start, end).matchAll(PARAMETER)].flatMap(
    ({ index, 0: tag, 1: key, 2: said }) =>
      entryOf(target, key, said, { start: start + index, end: start + index + tag.length })
  )
  const isOneCall = new Set(entries.map(({ key }) => key)).size === entries.length
  return isOneCall && entries.length > 0 ? nodeOfObjects([entries], target) : undefined
}

/** How many of the keys must be there. */
function leastOf({ shape }: Target): number {
  return Math.min(2, shape.properties.length)
}

/** The entry for the property that is written so; nothing for any other word. */
function entryOf({ shape }: Target, key = '', said = '', keySpan: Span): Entry[] {
  const name = propertyOf(shape, unmarked(key))?.name
  const value = unmarked(said)
  return name === undefined || value === ''
    ? []
    : [{ key: name, keySpan, value: scalarNode(keySpan, value) }]
}

/** Text without the marks of emphasis, code and quotation around it. */
function unmarked(written: string): string {
  return written
    .trim()
    .replace(/(?<![*_`"'”,])[*_`"'”,]+$/, '')
    .replace(/^[*_`"'“]+/, '')
    .trim()
}

/** The objects, or the only one where no list is asked for. */
function nodeOfObjects(objects: readonly Entry[][], { list }: Target): ValueNode | undefined {
  const nodes = objects.map(entries => {
    const { start = 0 } = entries[0]?.keySpan ?? {}
    return objectNode({ start, end: entries.at(-1)?.keySpan.end ?? start }, entries)
  })
  const [first] = nodes
  if (first === undefined || (!list && nodes.length > 1)) return undefined
  return list ? arrayNode({ start: first.start, end: nodes.at(-1)?.end ?? 0 }, nodes) : first
}
