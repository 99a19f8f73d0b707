import type { Span } from '../span.ts'

/** What was written, before anybody asks what it should be. */
export type ValueNode = ObjectNode | ArrayNode | StringNode | NumberNode | LiteralNode

interface NodeBase {
  readonly start: number
  end: number
}

export interface ObjectNode extends NodeBase {
  readonly kind: 'object'
  readonly entries: Entry[]
}

export interface Entry {
  readonly key: string
  readonly keyStart: number
  readonly keyEnd: number
  readonly value: ValueNode
}

export interface ArrayNode extends NodeBase {
  readonly kind: 'array'
  readonly items: ValueNode[]
}

export interface StringNode extends NodeBase {
  readonly kind: 'string'
  readonly value: string
  /** False for bare words: they may yet turn out to be something else. */
  readonly quoted: boolean
}

interface NumberNode extends NodeBase {
  readonly kind: 'number'
  readonly value: number
  /** The digits as written, which say more than the number may hold. */
  readonly written: string
}

interface LiteralNode extends NodeBase {
  readonly kind: 'literal'
  readonly value: boolean | null
}

export function objectNode({ start, end }: Span, entries: Entry[] = []): ObjectNode {
  return { kind: 'object', start, end, entries }
}

export function arrayNode({ start, end }: Span, items: ValueNode[] = []): ArrayNode {
  return { kind: 'array', start, end, items }
}

export function stringNode({ start, end }: Span, value: string, quoted = true): StringNode {
  return { kind: 'string', start, end, value, quoted }
}

/** A node for a value that was inside a string: all of it stands where the string does. */
export function nodeOf(value: unknown, span: Span): ValueNode {
  const { start, end } = span
  if (Array.isArray(value)) {
    return arrayNode(
      span,
      value.map(item => nodeOf(item, span))
    )
  }
  if (typeof value === 'string') return stringNode(span, value)
  if (typeof value === 'number') {
    return { kind: 'number', start, end, value, written: String(value) }
  }
  if (typeof value !== 'object' || value === null) {
    return { kind: 'literal', start, end, value: typeof value === 'boolean' ? value : null }
  }
  const entryOf = ([key, inner]: [string, unknown]): Entry => ({
    key,
    keyStart: start,
    keyEnd: start,
    value: nodeOf(inner, span)
  })
  return objectNode(span, Object.entries(value).map(entryOf))
}
