import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  EQUALS,
  GREATER,
  HASH,
  matchEnd,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  SEMICOLON,
  SLASH
} from '../segment/characters.ts'
import type { Anchors } from '../value/anchors.ts'
import { readEscapes } from '../value/escapes.ts'
import { commentEnd, hasLineBreak, skipSpace } from '../value/gap.ts'
import { closes, isQuote } from '../value/quotes.ts'
import { scalarOf } from '../value/scalar.ts'
import { LiveTree } from './live-tree.ts'

const BARE_KEY = /[\p{L}\p{N}_$-][^:={}[\],"\n]{0,128}(?:(?=[:=])|$)/uy
/** What ends a string when it stands behind a quote. */
const ENDS_TEXT = /[,}\]+/`)]/

/** Says that nothing more can be understood before more has come. */
export const MORE = -1

/**
 * Follows one value while it is being written. It forgives what can be forgiven
 * without looking ahead; the reading at the end has the last word.
 */
export class LiveValue {
  readonly tree: LiveTree
  readonly #depth: number
  #expects: 'key' | 'colon' | 'value' | 'comma' | 'text' = 'value'
  /** The quote that opened the string being read, and what has come of it. */
  #quote = 0
  #isKey = false
  #text = ''
  /** The first half of a surrogate pair whose second half has not come. */
  #half = ''
  /** True once it has a key or an item. */
  hasContent = false
  /** True once it has what only data has: a key the schema expects; without a schema, anything. */
  isWorthy = false
  done = false
  failed = false

  constructor(anchors: Anchors | undefined, depth: number) {
    this.tree = new LiveTree(anchors)
    // The opening bracket itself is always taken, so that following goes on.
    this.#depth = Math.max(1, depth)
  }

  /** Goes on as far as the text can be understood; returns where it came to, or `MORE`. */
  follow(text: string, from: number): number {
    let at = from
    while (!this.done && !this.failed) {
      const next = this.#expects === 'text' ? this.#inText(text, at) : this.#step(text, at)
      if (next === MORE) return at > from ? at : MORE
      at = next
    }
    return at
  }

  /** Shows the text so far, but for a choice of which half says nothing. */
  publish(): void {
    if (this.#expects !== 'text' || this.#isKey) return
    if (!isChoice(this.tree.anchors)) this.tree.put(this.#text)
  }

  /** Takes one step outside of text; returns where it came to, or `MORE`. */
  #step(text: string, from: number): number {
    const { tree } = this
    const at = skipSpace(text, from)
    if (at >= text.length) return at > from ? at : MORE
    const code = text.charCodeAt(at)
    switch (code) {
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        tree.close()
        this.#expects = 'comma'
        this.done = tree.depth === 0
        return at + 1
      case COMMA:
      case SEMICOLON:
        this.#expects = tree.inList ? 'value' : 'key'
        return at + 1
      case SLASH:
      case HASH: {
        const end = commentEnd(text, at)
        if (end >= text.length || at + 1 >= text.length) return MORE
        if (end > at) return end
      }
    }
    // Without a comma one is missing, or this is no data.
    if (this.#expects === 'comma') this.#expects = tree.inList ? 'value' : 'key'
    if (this.#expects === 'key') return this.#key(text, at, code)
    const isColon =
      code === COLON || (this.#expects === 'colon' ? code === EQUALS : code === GREATER)
    this.#expects = 'value'
    return isColon ? at + 1 : this.#value(text, at, code)
  }

  #key(text: string, at: number, code: number): number {
    if (isQuote(code)) return this.#beginText(code, at, true)
    const end = matchEnd(BARE_KEY, text, at)
    if (end === -1) return this.#fail(at)
    if (end >= text.length) return MORE
    this.#gotKey(text.slice(at, end).trim())
    return end
  }

  #value(text: string, at: number, code: number): number {
    const { tree } = this
    const isList = code === OPEN_BRACKET
    tree.begin()
    if (tree.inList) this.#gotContent(tree.isList)
    if (isList || code === OPEN_BRACE) {
      if (tree.depth >= this.#depth) return this.#fail(at)
      tree.open(isList)
      this.#expects = isList ? 'value' : 'key'
      return at + 1
    }
    if (isQuote(code)) return this.#beginText(code, at, false)
    // A number or word is held back until what follows delimits it.
    const end = delimiter(text, at)
    if (end === -1) return MORE
    this.#gotValue(scalarOf(text.slice(at, end).trim(), 0).value)
    return end
  }

  #fail(at: number): number {
    this.failed = true
    return at
  }

  #gotKey(key: string): void {
    this.#gotContent(this.tree.anchors?.expects(key) !== undefined)
    this.tree.begin(key)
    this.#expects = 'colon'
  }

  #gotContent(isExpected: boolean): void {
    this.hasContent = true
    this.isWorthy ||= isExpected || this.tree.anchors === undefined
  }

  #gotValue(value: unknown): void {
    this.tree.put(value)
    this.tree.finish()
    this.#expects = 'comma'
  }

  #beginText(quote: number, at: number, isKey: boolean): number {
    this.#quote = quote
    this.#isKey = isKey
    this.#text = this.#half = ''
    this.#expects = 'text'
    return at + 1
  }

  #inText(text: string, from: number): number {
    let at = from
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === BACKSLASH) {
        const length = text[at + 1] === 'u' ? 6 : 2
        if (at + length > text.length) break
        at += length - 1
      } else if (closes(this.#quote, code)) {
        const next = skipSpace(text, at + 1)
        if (!this.#isKey && next >= text.length) break
        // After a quote, structure ends the string; anything else shows it was part of the text.
        if (this.#isKey || hasLineBreak(text, at, next) || ENDS_TEXT.test(text[next] ?? '')) {
          this.#take(text.slice(from, at))
          this.#endText()
          return at + 1
        }
      }
    }
    this.#take(text.slice(from, at))
    return at > from ? at : MORE
  }

  /** Adds text without looking at what is there: that would copy all of it each time. */
  #take(raw: string): void {
    const piece = this.#half + readEscapes(raw, false)
    const whole = piece.length - (isHighSurrogate(piece.charCodeAt(piece.length - 1)) ? 1 : 0)
    this.#half = piece.slice(whole)
    this.#text += piece.slice(0, whole)
  }

  #endText(): void {
    const text = this.#text + this.#half
    if (this.#isKey) this.#gotKey(text)
    else this.#gotValue(text)
  }
}

/** True where text can only be one of a list of options: half of it means nothing yet. */
function isChoice(anchors: Anchors | undefined): boolean {
  const kinds = anchors?.shapes.map(shape => shape.kind) ?? []
  return kinds.includes('choice') && kinds.every(kind => kind === 'choice' || kind === 'null')
}

/** Where bare words end for certain, or -1. */
function delimiter(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET || code === NEWLINE)
      return at
  }
  return -1
}

/** Says whether a character is the first half of a surrogate pair. */
function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
