import type { Repair } from '../outcome.ts'
import type { Anchors } from './anchors.ts'
import { arrayStep } from './array-step.ts'
import { readBare } from './bare.ts'
import { readBlock } from './block.ts'
import { type CallAhead, callAhead, callArgument } from './call.ts'
import { readEscapedText } from './escaped-text.ts'
import { arrayFrame, type Frame, type ObjectFrame, objectFrame, pathOf } from './frame.ts'
import { joinText } from './join-text.ts'
import type { ValueNode } from './node.ts'
import { objectStep } from './object-step.ts'
import type { Place } from './place.ts'
import { isQuote } from './quotes.ts'
import { Reading, Unreadable } from './reading.ts'
import { readText } from './text.ts'
import { peekGap, skipGap } from './white-space.ts'

/** What limits a reading, shared by all readings of one reply. */
export interface Budget {
  readonly depth: number
  tokens: number
}

export interface ReadOptions {
  /** Where the text ends for this value. */
  readonly limit: number
  readonly document: boolean
  /** True when an object's braces are missing and its first key stands at the start. */
  readonly members?: boolean
  /** True when a key without a value gets null; otherwise it is dropped. */
  readonly completeToNull?: boolean
  readonly anchors: Anchors | undefined
  readonly budget: Budget
}

/** A value read from text that is nearly JSON, or why there is none. */
export type ReadResult =
  | {
      readonly node: ValueNode
      readonly end: number
      readonly repairs: Repair[]
      /** Where the value breaks off. */
      readonly truncatedAt: number | undefined
    }
  | {
      readonly node: undefined
      readonly failed: 'unreadable' | 'depth' | 'tokens'
      readonly at: number
    }

/** Reads the value at `start`; the nesting lives on a list of frames, not on the stack. */
export function readValue(text: string, start: number, options: ReadOptions): ReadResult {
  const reader = new ValueReader(text, options)
  try {
    return reader.read(start, options.members === true)
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { node: undefined, failed: thrown.why, at: thrown.at }
    throw thrown
  }
}

/** One reading: a cursor and the brackets that are open. */
export class ValueReader {
  readonly reading: Reading
  readonly frames: Frame[] = []
  at = 0
  /** How many of the open brackets are of each kind. */
  openArrays = 0
  openObjects = 0
  readonly completeToNull: boolean
  readonly #budget: Budget
  readonly #rootAnchors: Anchors | undefined
  #root: ValueNode | undefined

  constructor(text: string, options: ReadOptions) {
    this.reading = new Reading(text, options.limit, options.document, () => pathOf(this.frames))
    this.#budget = options.budget
    this.#rootAnchors = options.anchors
    this.completeToNull = options.completeToNull === true
  }

  read(start: number, members: boolean): ReadResult {
    this.at = start
    if (members) {
      this.reading.repair('braces_added', start, start, '{')
      this.open(objectFrame(start, this.#rootAnchors, true), 0)
    } else this.value('root', this.#rootAnchors)
    while (this.#root === undefined || this.frames.length > 0) {
      const frame = this.frames.at(-1)
      if (frame === undefined) break
      if (frame.kind === 'object') objectStep(this, frame)
      else if (frame.kind === 'array') arrayStep(this, frame)
      else callArgument(this, frame)
    }
    const node = this.#joinedRoot()
    if (node === undefined) throw new Unreadable(this.at)
    return {
      node,
      end: this.at,
      repairs: this.reading.repairs,
      truncatedAt: this.reading.truncatedAt
    }
  }

  /** The root, with the strings that were added to it. */
  #joinedRoot(): ValueNode | undefined {
    const list = this.#root === undefined ? [] : [this.#root]
    for (;;) {
      const next = peekGap(this.reading.text, this.at, this.reading.limit)
      if (this.reading.text.charCodeAt(next) !== 43) return list[0]
      const before = this.at
      this.at = next
      if (!joinText(this, list)) {
        this.at = before
        return list[0]
      }
    }
  }

  /** Reads a scalar, or opens the bracket of what is none. */
  value(position: Place['in'], anchors: Anchors | undefined): void {
    const { text, limit } = this.reading
    this.at = skipGap(this.reading, this.at)
    if (--this.#budget.tokens < 0) throw new Unreadable(this.at, 'tokens')
    if (this.at >= limit) throw new Unreadable(this.at)
    const code = text.charCodeAt(this.at)
    if (code === 123) this.open(objectFrame(this.at, anchors, false), 1)
    else if (code === 91) this.open(arrayFrame(this.at, anchors?.items, ']'), 1)
    else this.#scalar(code, position, anchors)
  }

  #scalar(code: number, position: Place['in'], anchors: Anchors | undefined): void {
    const call = isQuote(code) ? undefined : callAhead(this)
    if (call === undefined) this.attach(this.#scalarNode(code, position))
    else this.#openCall(call, anchors)
  }

  #scalarNode(code: number, position: Place['in']): ValueNode {
    const { reading } = this
    const block = isQuote(code) ? readBlock(reading, this.at) : undefined
    if (block !== undefined) return block
    if (isQuote(code)) return this.string(position)
    if (code === 92 && reading.text.charCodeAt(this.at + 1) === 34) {
      return readEscapedText(reading, this.at)
    }
    const node = readBare(reading, this.at, this.place(position))
    if (node.end === node.start) throw new Unreadable(this.at)
    return node
  }

  #openCall(call: CallAhead, anchors: Anchors | undefined): void {
    if (call.tuple) {
      this.open(arrayFrame(this.at, anchors?.items, ')'), 1)
      return
    }
    this.frames.push({ kind: 'call', start: this.at, anchors, value: undefined })
    this.at = call.argument
  }

  string(position: Place['in']) {
    return readText(this.reading, this.at, this.place(position))
  }

  place(position: Place['in']): Place {
    const frame = this.frames.at(-1)
    return {
      in: position,
      anchors: frame?.anchors,
      openArray: this.openArrays > 0,
      openObject: this.openObjects > 0,
      inTuple: frame?.kind === 'array' && frame.closer === ')',
      depth: this.frames.length
    }
  }

  open(frame: Frame, length: number): void {
    if (this.frames.length >= this.#budget.depth) throw new Unreadable(this.at, 'depth')
    this.frames.push(frame)
    if (frame.kind === 'object') this.openObjects++
    else this.openArrays++
    this.at += length
  }

  /** Closes the innermost bracket and hands its value to the one around it. */
  close(end: number, complete: boolean): void {
    const frame = this.frames.pop()
    if (frame === undefined) return
    if (frame.kind === 'call') {
      if (frame.value !== undefined) this.attach(frame.value)
      return
    }
    if (frame.kind === 'object') this.openObjects--
    else this.openArrays--
    frame.node.end = end
    frame.node.complete = complete
    const only = frame.kind === 'array' && frame.closer === ')' ? frame.node.items : undefined
    const [first] = only ?? []
    // (1) is a number in brackets, (1,) is a list of one.
    const unwrapped = only?.length === 1 && frame.kind === 'array' && frame.comma === -1
    this.attach(unwrapped && first !== undefined ? first : frame.node)
    this.at = Math.max(this.at, end)
  }

  /** Forgets the innermost bracket, as if it had not been written. */
  discard(start: number): void {
    this.reading.repair('bracket_removed', start, start + 1, '')
    this.frames.pop()
    this.openObjects--
  }

  attach(node: ValueNode): void {
    this.at = Math.max(this.at, node.end)
    const frame = this.frames.at(-1)
    if (frame === undefined) this.#root = node
    else if (frame.kind === 'call') frame.value = node
    else if (frame.kind === 'array') {
      frame.node.items.push(node)
      frame.expects = 'comma'
      frame.comma = -1
    } else {
      this.#addEntry(frame, node)
      frame.expects = 'comma'
      frame.comma = -1
    }
  }

  /** Of several values of a key the last one counts, in the place of the first. */
  #addEntry(frame: ObjectFrame, value: ValueNode): void {
    const { key, keyStart, keyEnd } = frame
    const { entries } = frame.node
    const before = frame.keys.get(key)
    if (before === undefined) {
      frame.keys.set(key, entries.length)
      entries.push({ key, keyStart, keyEnd, value })
      return
    }
    this.reading.repair('duplicate_key', keyStart, keyEnd, key)
    entries[before] = { key, keyStart, keyEnd, value }
  }

  /** Everything still open ends with the text. */
  truncateHere(): void {
    const { limit } = this.reading
    this.reading.truncate(limit)
    const complete = this.frames.every(frame => frame.kind === 'object' && frame.implied)
    if (!complete) this.reading.repair('document_truncated', limit, limit, '')
    while (this.frames.length > 0) this.close(limit, complete)
  }
}
