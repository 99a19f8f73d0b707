import { DEEPEST, DEFAULT_LIMITS } from '../options.ts'
import type { Repair } from '../outcome.ts'
import { MOST_REPAIRS, repairOf } from '../repair.ts'
import type { RepairCode } from '../repair-codes.ts'
import { CLOSE_BRACE, CLOSE_PAREN, matchEnd, SEMICOLON } from '../segment/characters.ts'
import type { Anchors } from './anchors.ts'
import { type Frame, type ObjectFrame, pathOf } from './frame.ts'
import { commentEnd, skipGap, skipPlainSpace, skipSpace } from './gap.ts'
import type { ValueNode } from './node.ts'

/** What limits a reading, shared by all readings of one reply. */
interface Budget {
  readonly depth: number
  tokens: number
}

export interface ReadOptions {
  /** True when the whole text is one document, so that what cannot be mended is refused. */
  readonly document?: boolean
  /** True when an object began before the text did. */
  readonly opened?: boolean
  /** True when the text showed already that nobody escaped its strings. */
  readonly unescaped?: boolean
  /** True when a key without a value gets null; otherwise it is dropped. */
  readonly completeToNull?: boolean
  readonly anchors?: Anchors | undefined
  /** Without one, as much is read as anybody may ask for. */
  readonly budget?: Budget
}

/** How many characters reading a stretch again may cost, as a multiple of the text. */
const SECOND_READINGS = 2

/** Thrown inside of the reader alone: what was written cannot be read as a value. */
export class Unreadable {
  readonly at: number
  readonly why: 'unreadable' | 'depth' | 'tokens'

  constructor(at: number, why: Unreadable['why'] = 'unreadable') {
    this.at = at
    this.why = why
  }
}

/** One reading: a cursor, the brackets that are open, and what was mended. */
export class Reader {
  readonly text: string
  readonly options: ReadOptions
  readonly budget: Budget
  readonly frames: Frame[] = []
  readonly repairs: Repair[] = []
  at: number
  root: ValueNode | undefined
  /** Where the value breaks off. */
  truncatedAt: number | undefined
  #secondReadings: number

  constructor(text: string, start: number, options: ReadOptions) {
    this.text = text
    this.at = start
    this.options = options
    this.budget = options.budget ?? { depth: DEEPEST, tokens: DEFAULT_LIMITS.tokens }
    this.#secondReadings = text.length * SECOND_READINGS
  }

  /** The innermost open bracket. */
  get frame(): Frame | undefined {
    return this.frames.at(-1)
  }

  /** Says whether a bracket is open that this character closes. */
  isOpen(closer: number): boolean {
    return this.frames.some(frame => (frame.closer || CLOSE_BRACE) === closer)
  }

  /** The character at an offset; NaN behind the end. */
  code(at: number): number {
    return this.text.charCodeAt(at)
  }

  /** The offset of the next character that is neither white space nor comment. */
  next(from: number): number {
    return skipGap(this.text, from)
  }

  /** Goes to that offset, and takes note of the comments on the way. */
  skip(): number {
    for (;;) {
      const odd = skipPlainSpace(this.text, this.at)
      const start = skipSpace(this.text, odd)
      if (start > odd) this.note('space_replaced', this.at, start, ' ')
      this.at = commentEnd(this.text, start)
      if (this.at === start) return start
      this.note('comment_removed', start, this.at)
    }
  }

  /** Where what a sticky pattern finds at an offset ends, or -1. */
  look(pattern: RegExp, at: number): number {
    return matchEnd(pattern, this.text, at)
  }

  note(code: RepairCode, start: number, end = start + 1, after = ''): void {
    if (this.repairs.length >= MOST_REPAIRS) return
    this.repairs.push(repairOf(code, pathOf(this.frames), this.text, { start, end }, after))
  }

  /** Says whether the quote at `at` is the last one of its kind: it must close its string. */
  isLastQuote(at: number): boolean {
    return !this.text.includes(this.text.charAt(at), at + 1)
  }

  /** Says whether a stretch may be read a second time; a budget keeps that linear. */
  mayReadAgain(length: number): boolean {
    this.#secondReadings -= length
    return this.#secondReadings > 0
  }

  open(frame: Frame, inside: number): void {
    if (this.frames.length >= this.budget.depth) throw new Unreadable(this.at, 'depth')
    this.frames.push(frame)
    this.at = inside
  }

  /** Closes the innermost bracket and hands its value to the one around it. */
  close(end: number): void {
    const frame = this.frames.pop()
    if (frame === undefined) return
    const { node } = frame
    node.end = end
    this.at = end
    if (node.kind === 'object' || frame.closer !== CLOSE_PAREN) this.attach(node)
    else {
      const call = frame.keys === undefined && frame.call
      if (call && this.code(end) === SEMICOLON) this.at++
      this.note(call ? 'call_removed' : 'tuple_read', node.start, this.at, call ? '' : '[')
      const [first] = node.items
      // (1) is a number in brackets, (1,) is a list of one.
      const alone = first !== undefined && node.items.length === 1 && frame.comma === -1
      this.attach(alone ? first : node)
    }
  }

  attach(node: ValueNode): void {
    const { frame } = this
    this.at = Math.max(this.at, node.end)
    if (frame === undefined) {
      this.root = node
      return
    }
    if (frame.keys === undefined) frame.node.items.push(node)
    else this.#addEntry(frame, node)
    frame.expects = 'comma'
    frame.comma = -1
  }

  /** Of several values of a key the last one counts, in the place of the first. */
  #addEntry({ key, keySpan, keys, node }: ObjectFrame, value: ValueNode): void {
    const before = keys.get(key)
    if (before !== undefined) this.note('duplicate_key', keySpan.start, keySpan.end, key)
    else keys.set(key, node.entries.length)
    node.entries[before ?? node.entries.length] = { key, keySpan, value }
  }

  /** Leaves out a comma behind which nothing came. */
  dropComma(frame: Frame): void {
    if (frame.comma !== -1) this.note('comma_removed', frame.comma)
    frame.comma = -1
  }

  /** Everything still open ends with the text. */
  truncate(): void {
    const { length } = this.text
    this.truncatedAt ??= length
    if (this.frames.some(frame => frame.closer !== 0)) {
      this.note('document_truncated', length, length)
    }
    while (this.frames.length > 0) this.close(length)
  }
}
