import { isContainer } from '../json.ts'
import type { Span } from '../span.ts'

/** What was written, before anybody asks what it should be. */
export type ValueNode = ObjectNode | ArrayNode | ScalarNode

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
  readonly keySpan: Span
  readonly value: ValueNode
}

export interface ArrayNode extends NodeBase {
  readonly kind: 'array'
  readonly items: ValueNode[]
}

export interface ScalarNode<Value = unknown> extends NodeBase {
  readonly kind: 'scalar'
  readonly value: Value
}

export type TextNode = ScalarNode<string>

export function objectNode({ start, end }: Span, entries: Entry[] = []): ObjectNode {
  return { kind: 'object', start, end, entries }
}

export function arrayNode({ start, end }: Span, items: ValueNode[] = []): ArrayNode {
  return { kind: 'array', start, end, items }
}

export function scalarNode<Value>({ start, end }: Span, value: Value): ScalarNode<Value> {
  return { kind: 'scalar', start, end, value }
}

/** A node for a value that was inside a string: all of it stands where the string does. */
export function nodeOf(value: unknown, span: Span): ValueNode {
  if (!isContainer(value)) return scalarNode(span, value)
  const entries = Object.entries(value).map(([key, inner]) => ({
    key,
    keySpan: span,
    value: nodeOf(inner, span)
  }))
  return Array.isArray(value)
    ? arrayNode(
        span,
        entries.map(entry => entry.value)
      )
    : objectNode(span, entries)
}
