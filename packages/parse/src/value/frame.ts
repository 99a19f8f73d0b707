import type { Path } from '../span.ts'
import type { Anchors } from './anchors.ts'
import type { ArrayNode, ObjectNode, ValueNode } from './node.ts'

/** A bracket that is open, and how far its inside has been read. */
export type Frame = ObjectFrame | ArrayFrame | CallFrame

export interface ObjectFrame {
  readonly kind: 'object'
  readonly node: ObjectNode
  readonly anchors: Anchors | undefined
  /** True when no brace stands there: a pair inside an array, members without braces. */
  readonly implied: boolean
  /** Where the entry of each key stands. */
  readonly keys: Map<string, number>
  expects: 'key' | 'value' | 'comma'
  key: string
  keyStart: number
  keyEnd: number
  /** Where a comma stands after which nothing has come yet. */
  comma: number
}

export interface ArrayFrame {
  readonly kind: 'array'
  readonly node: ArrayNode
  readonly anchors: Anchors | undefined
  /** The bracket that closes it: a tuple has a parenthesis. */
  readonly closer: ']' | ')'
  expects: 'item' | 'comma'
  comma: number
}

/** A call such as `callback({})`, of which only the argument counts. */
export interface CallFrame {
  readonly kind: 'call'
  readonly start: number
  readonly anchors: Anchors | undefined
  value: ValueNode | undefined
}

export function objectFrame(
  start: number,
  anchors: Anchors | undefined,
  implied: boolean
): ObjectFrame {
  return {
    kind: 'object',
    node: {
      kind: 'object',
      start,
      end: start,
      entries: [],
      members: [],
      valueless: [],
      complete: false
    },
    anchors,
    implied,
    keys: new Map(),
    expects: 'key',
    key: '',
    keyStart: start,
    keyEnd: start,
    comma: -1
  }
}

export function arrayFrame(
  start: number,
  anchors: Anchors | undefined,
  closer: ']' | ')'
): ArrayFrame {
  return {
    kind: 'array',
    node: { kind: 'array', start, end: start, items: [], complete: false },
    anchors,
    closer,
    expects: 'item',
    comma: -1
  }
}

/** The way to the value being read. */
export function pathOf(frames: readonly Frame[]): Path {
  const path: (string | number)[] = []
  for (const frame of frames) {
    if (frame.kind === 'object' && frame.expects !== 'key') path.push(frame.key)
    else if (frame.kind === 'array') {
      path.push(frame.expects === 'item' ? frame.node.items.length : frame.node.items.length - 1)
    }
  }
  return path
}
