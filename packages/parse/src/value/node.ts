/** What was written, before anybody asks what it should be. */
export type ValueNode = ObjectNode | ArrayNode | StringNode | NumberNode | LiteralNode

interface NodeBase {
  readonly start: number
  end: number
}

export interface ObjectNode extends NodeBase {
  readonly kind: 'object'
  readonly entries: Entry[]
  /** Keys that stood there without a value, as in a Python set. */
  readonly members: StringNode[]
  /** Keys whose value is missing. */
  readonly valueless: { readonly key: string; readonly start: number; readonly end: number }[]
  complete: boolean
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
  complete: boolean
}

export interface StringNode extends NodeBase {
  readonly kind: 'string'
  readonly value: string
  /** False for bare words: they may yet turn out to be something else. */
  readonly quoted: boolean
  readonly complete: boolean
}

export interface NumberNode extends NodeBase {
  readonly kind: 'number'
  readonly value: number
  /** The digits as written, which say more than the number may hold. */
  readonly written: string
}

export interface LiteralNode extends NodeBase {
  readonly kind: 'literal'
  readonly value: boolean | null
}
