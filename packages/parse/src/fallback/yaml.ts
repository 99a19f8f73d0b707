import type { Span } from '../span.ts'
import type { ArrayNode, ObjectNode, ValueNode } from '../value/node.ts'
import { readValue } from '../value/read-value.ts'
import { scalarOf } from '../value/scalar.ts'

interface Line {
  readonly indent: number
  /** Where the text of the line begins, after its indentation. */
  readonly start: number
  readonly text: string
}

const DEEPEST = 64
const KEY = /^((?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[^\s"'#:[\]{},][^:\n]{0,200}?))\s*:(?:\s+(.*))?$/u

/**
 * Reads the part of YAML agents write: maps and lists by indentation, quoted and
 * plain scalars, flow values, and block text. Anchors and tags are not read.
 */
export function readYaml(text: string, within: Span): ValueNode | undefined {
  const reader = new YamlReader(text, linesOf(text, within))
  const node = reader.block(0, 0)
  return reader.failed || !reader.isDone() ? undefined : node
}

function linesOf(text: string, within: Span): Line[] {
  const lines: Line[] = []
  let at = within.start
  for (const line of text.slice(within.start, within.end).split('\n')) {
    const content = line.trimStart()
    const indent = line.length - content.length
    if (content.trim() !== '' && !content.startsWith('#') && !/^(?:---|\.\.\.)\s*$/.test(line)) {
      lines.push({ indent, start: at + indent, text: withoutComment(content.trimEnd()) })
    }
    at += line.length + 1
  }
  return lines
}

function withoutComment(content: string): string {
  const at = content.search(/\s#/)
  return at === -1 || /["']/.test(content) ? content : content.slice(0, at).trimEnd()
}

/** The nesting is bounded by `DEEPEST`, so these calls may nest. */
class YamlReader {
  readonly #text: string
  readonly #lines: Line[]
  #at = 0
  failed = false

  constructor(text: string, lines: Line[]) {
    this.#text = text
    this.#lines = lines
  }

  isDone(): boolean {
    return this.#at >= this.#lines.length
  }

  /** Reads the map or list whose lines are indented at least this far. */
  block(least: number, depth: number): ValueNode | undefined {
    const line = this.#lines[this.#at]
    if (line === undefined || line.indent < least || depth > DEEPEST) {
      this.failed ||= depth > DEEPEST
      return undefined
    }
    if (isItem(line.text)) return this.#list(line.indent, depth)
    if (KEY.test(line.text)) return this.#map(line.indent, depth)
    this.failed = true
    return undefined
  }

  #list(indent: number, depth: number): ArrayNode {
    const start = this.#lines[this.#at]?.start ?? 0
    const node: ArrayNode = { kind: 'array', start, end: start, items: [] }
    for (
      let line = this.#lines[this.#at];
      line?.indent === indent && isItem(line.text);
      line = this.#lines[this.#at]
    ) {
      const rest = line.text.slice(1).trimStart()
      const offset = line.text.length - rest.length
      if (rest === '') {
        this.#at++
        this.#push(node, this.block(indent + 1, depth + 1))
      } else if (isItem(rest) || KEY.test(rest)) {
        // The item is a block of its own, indented by its dash.
        this.#lines[this.#at] = { indent: indent + offset, start: line.start + offset, text: rest }
        this.#push(node, this.block(indent + 1, depth + 1))
      } else {
        this.#at++
        this.#push(node, this.#scalar(rest, line.start + offset))
      }
      if (this.failed) break
    }
    return node
  }

  #push(node: ArrayNode, item: ValueNode | undefined): void {
    if (item === undefined) return
    node.items.push(item)
    node.end = item.end
  }

  #map(indent: number, depth: number): ObjectNode {
    const start = this.#lines[this.#at]?.start ?? 0
    const node: ObjectNode = {
      kind: 'object',
      start,
      end: start,
      entries: [],
      members: []
    }
    for (let line = this.#lines[this.#at]; line?.indent === indent; line = this.#lines[this.#at]) {
      const match = KEY.exec(line.text)
      if (match === null) {
        this.failed = true
        break
      }
      const [, rawKey = '', rest = ''] = match
      this.#at++
      const valueStart = line.start + line.text.length - rest.length
      const value =
        rest === '' ? this.#below(indent, depth) : this.#inline(rest, valueStart, indent)
      if (this.failed) break
      const keyEnd = line.start + rawKey.length
      const key = rawKey.replace(/^["']|["']$/g, '')
      if (node.entries.some(entry => entry.key === key)) this.failed = true
      if (value !== undefined) node.entries.push({ key, keyStart: line.start, keyEnd, value })
      node.end = value?.end ?? keyEnd
    }
    return node
  }

  /** A list may stand under its key without being indented. */
  #below(indent: number, depth: number): ValueNode | undefined {
    const next = this.#lines[this.#at]
    if (next?.indent === indent && isItem(next.text)) return this.#list(indent, depth + 1)
    return this.block(indent + 1, depth + 1)
  }

  #inline(rest: string, start: number, indent: number): ValueNode | undefined {
    if (/^[|>][+-]?$/.test(rest))
      return this.#blockText(rest.startsWith('>') ? ' ' : '\n', indent, start)
    return this.#scalar(rest, start)
  }

  #blockText(joint: string, indent: number, start: number): ValueNode {
    const lines: string[] = []
    let end = start
    for (
      let line = this.#lines[this.#at];
      line !== undefined && line.indent > indent;
      line = this.#lines[this.#at]
    ) {
      lines.push(line.text)
      end = line.start + line.text.length
      this.#at++
    }
    return { kind: 'string', start, end, value: lines.join(joint), quoted: true }
  }

  #scalar(written: string, start: number): ValueNode | undefined {
    const end = start + written.length
    if (/^["'[{]/.test(written)) {
      const budget = { depth: DEEPEST, tokens: written.length }
      const read = readValue(this.#text, start, { limit: end, budget })
      if (read.node !== undefined && read.end >= end) return read.node
      this.failed = true
      return undefined
    }
    if (written === '~') return { kind: 'literal', start, end, value: null }
    return scalarOf(written, start)
  }
}

function isItem(text: string): boolean {
  return text === '-' || text.startsWith('- ')
}
