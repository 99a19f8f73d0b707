import type { Span } from '../span.ts'
import { BracketMatcher } from './brackets.ts'
import {
  BACKTICK,
  isLineStart,
  LESS,
  lineEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  runLength,
  skipBlanks,
  TILDE
} from './characters.ts'
import { FenceClosers } from './fence-closers.ts'
import type { Region } from './region.ts'
import { readTag, type Tag } from './tags.ts'

/** Takes a region and says where the scan goes on, at least one character further. */
export type Visit = (region: Region) => number

/**
 * Walks over a reply once, from left to right, and shows every region that may
 * hold data to `visit`. Returns the stretches that are reasoning.
 */
export function scan(text: string, visit: Visit): Span[] {
  return new Scan(text, visit).run()
}

class Scan {
  readonly #text: string
  readonly #visit: Visit
  readonly #closers: FenceClosers
  readonly #brackets: BracketMatcher
  readonly #reasoning: Span[] = []
  #reasoningFrom = -1
  #wrapper: Tag | undefined

  constructor(text: string, visit: Visit) {
    this.#text = text
    this.#visit = visit
    this.#closers = new FenceClosers(text)
    this.#brackets = new BracketMatcher(text)
  }

  run(): Span[] {
    const text = this.#text
    // A class of single characters cannot backtrack, and runs at the speed of memory.
    const interesting = /[{[`~<]/g
    for (let found = interesting.exec(text); found !== null; found = interesting.exec(text)) {
      const at = found.index
      const code = text.charCodeAt(at)
      if (code === OPEN_BRACE || code === OPEN_BRACKET) interesting.lastIndex = this.#bare(at)
      else if (code === LESS) interesting.lastIndex = this.#tag(at)
      else interesting.lastIndex = this.#ticks(at, code)
    }
    if (this.#reasoningFrom !== -1) {
      this.#reasoning.push({ start: this.#reasoningFrom, end: text.length })
    }
    return this.#reasoning
  }

  #bare(start: number): number {
    const matched = this.#brackets.match(start, this.#text.length)
    const end = matched === -1 ? this.#text.length : matched
    const span = { start, end }
    const outer = { start: this.#outerStart(start), end }
    const form = this.#wrapper === undefined ? 'bare' : 'tool_call'
    return this.#show({ form, span, outer, closed: matched !== -1 })
  }

  /** A bare region right after an opening tag takes the tag into its packaging. */
  #outerStart(start: number): number {
    if (this.#wrapper === undefined) return start
    const between = this.#text.slice(this.#wrapper.end, start)
    return between.trim() === '' ? this.#wrapper.start : start
  }

  #ticks(start: number, code: number): number {
    const length = runLength(this.#text, start)
    if (length < 3) return code === BACKTICK ? this.#inlineCode(start, length) : start + length
    const info = start + length
    const infoEnd = lineEnd(this.#text, info)
    const infoText = this.#text.slice(info, infoEnd)
    if (code === BACKTICK && /[`{[]/.test(infoText)) return this.#inlineCode(start, length)
    if (!isLineStart(this.#text, start) && code === TILDE) return info
    return this.#fence(start, length, infoText.trim().toLowerCase(), infoEnd)
  }

  #fence(start: number, length: number, language: string, infoEnd: number): number {
    const from = Math.min(infoEnd + 1, this.#text.length)
    const code = this.#text.charCodeAt(start)
    const closer = this.#closers.find(code, length, from)
    const span = { start: from, end: closer === undefined ? this.#text.length : closer.at }
    const end = closer === undefined ? this.#text.length : closer.at + closer.length
    return this.#show({
      form: 'fence',
      span,
      outer: { start, end },
      language,
      closed: closer !== undefined
    })
  }

  /** Ticks around data on one line; anything else between ticks is left to the scan. */
  #inlineCode(start: number, length: number): number {
    const word = /[a-z0-9]{0,12}/iy
    word.lastIndex = start + length
    word.test(this.#text)
    const wordEnd = length >= 3 ? word.lastIndex : start + length
    const from = skipBlanks(this.#text, Math.max(wordEnd, start + length))
    const opener = this.#text.charCodeAt(from)
    if (opener !== OPEN_BRACE && opener !== OPEN_BRACKET) return start + length
    const end = this.#brackets.match(from, this.#text.length)
    if (end === -1) return from
    const closing = skipBlanks(this.#text, end)
    if (this.#text.charCodeAt(closing) !== BACKTICK) return from
    const outer = { start, end: closing + runLength(this.#text, closing) }
    return this.#show({ form: 'inline_code', span: { start: from, end }, outer, closed: true })
  }

  #tag(start: number): number {
    const tag = readTag(this.#text, start)
    if (tag === undefined) return start + 1
    if (tag.kind === 'wrapper') this.#wrapper = tag.closing ? undefined : tag
    else if (!tag.closing) {
      if (this.#reasoningFrom === -1) this.#reasoningFrom = start
    } else {
      // A closing tag alone: the opening one was in the prompt.
      const from = this.#reasoningFrom === -1 ? 0 : this.#reasoningFrom
      this.#reasoning.push({ start: from, end: tag.end })
      this.#reasoningFrom = -1
    }
    return tag.end
  }

  #show(region: Region): number {
    return Math.max(this.#visit(region), region.outer.start + 1)
  }
}
