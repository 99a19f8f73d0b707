import { arrayNode, objectNode, stringNode, type ValueNode } from '../value/node.ts'
import { readValue } from '../value/read-value.ts'
import { scalarOf } from '../value/scalar.ts'
import type { Line } from './lines.ts'

const DEEPEST = 64
const ITEM = /^-(?:\s+|$)/
const KEY = /^("[^"]{0,200}"|'[^']{0,200}'|[^\s"'#:[\]{},][^:]{0,200}?)\s*:(?:\s+|$)/
const COMMENT = /^(?:#|(?:---|\.\.\.)$|$)/
const BLOCK_TEXT = /^[|>][+-]?$/

/**
 * Reads the part of YAML agents write: maps and lists by indentation, quoted and
 * plain scalars, flow values, and block text. Anchors and tags are not read.
 */
export function readYaml(text: string, lines: readonly Line[]): ValueNode | undefined {
  const reader = new YamlReader(text, lines.filter(line => !COMMENT.test(line.text)).map(said))
  const node = reader.block(0)
  return reader.failed ? undefined : node
}

/** A line without the comment behind it. */
function said(line: Line): Line {
  return /["']/.test(line.text) ? line : { ...line, text: line.text.replace(/\s+#.*/, '') }
}

class YamlReader {
  readonly #text: string
  readonly #lines: Line[]
  #at = 0
  #stuck = false

  constructor(text: string, lines: Line[]) {
    this.#text = text
    this.#lines = lines
  }

  /** True when something was no YAML, or lines are left that belong to nothing. */
  get failed(): boolean {
    return this.#stuck || this.#line !== undefined
  }

  get #line(): Line | undefined {
    return this.#stuck ? undefined : this.#lines[this.#at]
  }

  /** Reads the lines indented like the next one: the items of a list, or keys and values. */
  block(depth: number): ValueNode | undefined {
    const line = this.#line
    this.#stuck ||= depth > DEEPEST
    if (line === undefined || this.#stuck) return undefined
    return ITEM.test(line.text) ? this.#list(line, depth) : this.#map(line, depth)
  }

  #list({ indent, start }: Line, depth: number): ValueNode {
    const node = arrayNode({ start, end: start })
    for (let line = this.#line; line?.indent === indent; line = this.#line) {
      const [mark] = ITEM.exec(line.text) ?? []
      if (mark === undefined) break
      const rest = behind(line, mark.length)
      const isBlock = ITEM.test(rest.text) || KEY.test(rest.text)
      // What stands behind the dash may be a block of its own, indented by it.
      if (isBlock) this.#lines[this.#at] = rest
      else this.#at++
      const item = isBlock ? this.block(depth + 1) : this.#value(rest, indent + 1, depth)
      if (item === undefined) continue
      node.items.push(item)
      node.end = item.end
    }
    return node
  }

  #map({ indent, start }: Line, depth: number): ValueNode {
    const node = objectNode({ start, end: start })
    const keys = new Set<string>()
    for (let line = this.#line; line?.indent === indent; line = this.#line) {
      const [whole, written = ''] = KEY.exec(line.text) ?? []
      if (whole === undefined) break
      this.#at++
      const key = written.replace(/^["']|["']$/g, '')
      this.#stuck ||= keys.has(key)
      keys.add(key)
      const next = this.#line
      // A list may stand under its key without being indented.
      const flat = next?.indent === indent && ITEM.test(next.text)
      const value = this.#value(behind(line, whole.length), flat ? indent : indent + 1, depth)
      const keyEnd = line.start + written.length
      if (value !== undefined) node.entries.push({ key, keyStart: line.start, keyEnd, value })
      node.end = value?.end ?? keyEnd
    }
    return node
  }

  /** What stands behind a key or dash, or in the lines below that are indented at least so far. */
  #value({ text, start }: Line, least: number, depth: number): ValueNode | undefined {
    if (text === '') {
      const next = this.#line
      return next !== undefined && next.indent >= least ? this.block(depth + 1) : undefined
    }
    const end = start + text.length
    if (BLOCK_TEXT.test(text))
      return this.#blockText(text.startsWith('>') ? ' ' : '\n', start, least)
    if (text === '~') return { kind: 'literal', start, end, value: null }
    if (!/^["'[{]/.test(text)) return scalarOf(text, start)
    const budget = { depth: DEEPEST, tokens: text.length }
    const read = readValue(this.#text, start, { limit: end, budget })
    this.#stuck ||= read.node === undefined || read.end < end
    return read.node
  }

  #blockText(joint: string, start: number, least: number): ValueNode {
    const lines: Line[] = []
    for (let line = this.#line; line !== undefined && line.indent >= least; line = this.#line) {
      lines.push(line)
      this.#at++
    }
    const last = lines.at(-1)
    const end = last === undefined ? start : last.start + last.text.length
    return stringNode({ start, end }, lines.map(line => line.text).join(joint))
  }
}

function behind({ indent, start, text }: Line, length: number): Line {
  return { indent: indent + length, start: start + length, text: text.slice(length) }
}
