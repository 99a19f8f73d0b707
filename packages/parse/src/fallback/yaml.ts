import { arrayNode, type Entry, objectNode, scalarNode, type ValueNode } from '../value/node.ts'
import { readValue } from '../value/read-value.ts'
import { scalarOf } from '../value/scalar.ts'
import type { Line } from './lines.ts'

const DEEPEST = 64
const ITEM = /^-(?:\s+|$)/
const KEY = /^("[^"]{0,200}"|'[^']{0,200}'|[^\s"'#:[\]{},][^:]{0,200}?)\s*:(?:\s+|$)/
const NOTHING = /^(?:#|(?:---|\.\.\.)$|$)/
const BLOCK_TEXT = /^[|>][+-]?$/

/**
 * Reads the part of YAML agents write: maps and lists by indentation, quoted and
 * plain scalars, flow values, and block text. Anchors and tags are not read.
 */
export function readYaml(source: string, written: readonly Line[]): ValueNode | undefined {
  const lines = written.filter(({ text }) => !NOTHING.test(text)).map(withoutComment)
  let at = 0
  const fail = () => {
    at = lines.length + 1
  }

  /** Reads the lines indented like the next one: the items of a list, or keys and values. */
  const block = (depth: number): ValueNode | undefined => {
    const first = lines[at]
    if (first === undefined || depth > DEEPEST) return undefined
    const { indent, start } = first
    const isList = ITEM.test(first.text)
    const items: ValueNode[] = []
    const entries: Entry[] = []
    const keys = new Set<string>()
    let { end } = first
    for (let line = lines[at]; line?.indent === indent; line = lines[at]) {
      const [mark, name = ''] = (isList ? ITEM : KEY).exec(line.text) ?? []
      if (mark === undefined) break
      at++
      const value = behind(line, mark.length, isList, depth)
      end = value?.end ?? line.end
      const key = name.replace(/^["']|["']$/g, '')
      if (!isList && keys.has(key)) fail()
      keys.add(key)
      if (value === undefined) continue
      if (isList) items.push(value)
      else entries.push({ key, keySpan: line, value })
    }
    return isList ? arrayNode({ start, end }, items) : objectNode({ start, end }, entries)
  }

  /** What stands behind a dash or key, or in the lines below that are indented further. */
  const behind = (
    line: Line,
    length: number,
    isItem: boolean,
    depth: number
  ): ValueNode | undefined => {
    const indent = line.indent + length
    const start = line.start + length
    const { end } = line
    const text = line.text.slice(length)
    const next = lines[at]
    if (text === '') {
      // A list may stand under its key without being indented.
      const flat = !isItem && next?.indent === line.indent && ITEM.test(next.text)
      return flat || (next !== undefined && next.indent > line.indent)
        ? block(depth + 1)
        : undefined
    }
    if (isItem && (ITEM.test(text) || KEY.test(text))) {
      // A block of its own, indented by the dash.
      lines[--at] = { indent, start, end, text }
      return block(depth + 1)
    }
    if (BLOCK_TEXT.test(text)) {
      const from = at
      while ((lines[at]?.indent ?? -1) > line.indent) at++
      const inside = lines.slice(from, at)
      const span = { start, end: inside.at(-1)?.end ?? end }
      return scalarNode(span, inside.map(one => one.text).join(text.startsWith('>') ? ' ' : '\n'))
    }
    if (text === '~') return scalarNode({ start, end }, null)
    if (!/^["'[{]/.test(text)) return scalarOf(text, start)
    const limit = start + text.length
    const read = readValue(source.slice(0, limit), start)
    if (read.node === undefined || read.end < limit) fail()
    return read.node
  }

  const node = block(0)
  return at === lines.length ? node : undefined
}

function withoutComment(line: Line): Line {
  return /["']/.test(line.text) ? line : { ...line, text: line.text.replace(/(?<!\s)\s+#.*/, '') }
}
