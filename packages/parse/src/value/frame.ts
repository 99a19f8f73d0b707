import type { Path, Span } from '../span.ts'
import type { Anchors } from './anchors.ts'
import { type ArrayNode, arrayNode, type ObjectNode, objectNode } from './node.ts'

/** A bracket that is open, and how far its inside has been read. */
export type Frame = ObjectFrame | ArrayFrame

interface OpenBracket {
  /** The character that closes it, or 0 where no bracket was written. */
  readonly closer: number
  /** What may stand in it. */
  readonly anchors: Anchors | undefined
  expects: 'key' | 'value' | 'comma'
  /** Where a comma stands after which nothing has come yet, or -1. */
  comma: number
}

export interface ObjectFrame extends OpenBracket {
  readonly node: ObjectNode
  /** Where the entry of each key stands. */
  readonly keys: Map<string, number>
  key: string
  keySpan: Span
}

export interface ArrayFrame extends OpenBracket {
  readonly node: ArrayNode
  readonly keys?: undefined
  /** True for the parentheses of a call such as `callback({})`, of which only the argument counts. */
  readonly call: boolean
}

export function objectFrame(
  start: number,
  closer: number,
  anchors: Anchors | undefined
): ObjectFrame {
  const keySpan = { start, end: start }
  const node = objectNode(keySpan)
  return { node, closer, anchors, expects: 'key', comma: -1, keys: new Map(), key: '', keySpan }
}

export function arrayFrame(
  start: number,
  closer: number,
  anchors: Anchors | undefined,
  call = false
): ArrayFrame {
  const node = arrayNode({ start, end: start })
  const inner = call ? anchors : anchors?.under()
  return { node, closer, anchors: inner, expects: 'value', comma: -1, call }
}

/** The way to the value being read. */
export function pathOf(frames: readonly Frame[]): Path {
  const path: (string | number)[] = []
  for (const frame of frames) {
    if (frame.keys !== undefined) {
      if (frame.expects !== 'key') path.push(frame.key)
    } else if (!frame.call) {
      path.push(frame.node.items.length - (frame.expects === 'value' ? 0 : 1))
    }
  }
  return path
}
