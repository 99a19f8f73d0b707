import { BACKSLASH } from '../segment/characters.ts'
import type { Anchors } from '../value/anchors.ts'
import { readEscapes } from '../value/escapes.ts'
import { hasLineBreak, skipSpace } from '../value/gap.ts'
import { plain } from '../value/plain.ts'
import { closes, isQuote } from '../value/quotes.ts'
import { scalarOf } from '../value/scalar.ts'
import { LiveTree } from './live-tree.ts'

const COMMENT = /\/\/[^\n]*\n|\/\*[\s\S]*?\*\/|#[ #!][^\n]*\n/y
const COMMENT_CUT_OFF = /\/(?:$|\/|\*)|#(?:$|[ #!])/y
const BARE_KEY = /[\p{L}\p{N}_$-][^:={}[\],"\n]{0,128}(?:(?=[:=])|$)/uy
const BARE_VALUE = /[^,}\]\n]+(?=[,}\]\n])/y
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
  /** True once something is known that only data has: a key, or an item. */
  hasContent = false
  /** True once a key came that the schema expects; without a schema any key will do. */
  hasExpectedKey = false
  done = false
  failed = false

  constructor(anchors: Anchors | undefined, depth: number) {
    this.tree = new LiveTree(anchors)
    // The opening bracket itself is always taken, so that following goes on.
    this.#depth = Math.max(1, depth)
  }

  /** Takes one step from `at`; returns where it came to, or `MORE`. */
  step(text: string, at: number): number {
    if (this.#expects === 'text') return this.#inText(text, at)
    const next = skipSpace(text, at)
    if (next > at || next >= text.length) return next > at ? next : MORE
    const char = text[at] ?? ''
    if (char === '/' || char === '#') {
      COMMENT.lastIndex = COMMENT_CUT_OFF.lastIndex = at
      if (COMMENT.test(text)) return COMMENT.lastIndex
      if (COMMENT_CUT_OFF.test(text)) return MORE
    }
    return this.#structure(text, at, char)
  }

  /** Shows the text so far, but for a choice of which half says nothing. */
  publish(): void {
    if (this.#expects !== 'text' || this.#isKey) return
    if (this.tree.anchors?.isChoice !== true) this.tree.put(this.#text)
  }

  #structure(text: string, at: number, char: string): number {
    const { tree } = this
    if (char === '}' || char === ']') {
      tree.close()
      this.#expects = 'comma'
      this.done = tree.depth === 0
      return at + 1
    }
    const separates = char === ',' || char === ';'
    switch (this.#expects) {
      case 'comma':
        // Without a comma one is missing, or this is no data.
        this.#expects = tree.inList ? 'value' : 'key'
        return separates ? at + 1 : at
      case 'colon':
        this.#expects = 'value'
        return char === ':' || char === '=' ? at + 1 : at
      case 'key':
        return separates ? at + 1 : this.#key(text, at)
      default:
        if (separates) this.#expects = tree.inList ? 'value' : 'key'
        return separates || char === ':' || char === '>' ? at + 1 : this.#value(text, at, char)
    }
  }

  #key(text: string, at: number): number {
    if (isQuote(text.charCodeAt(at))) return this.#beginText(text, at, true)
    BARE_KEY.lastIndex = at
    const key = BARE_KEY.exec(text)?.[0]
    if (key === undefined) return this.#fail(at)
    const end = at + key.length
    if (end >= text.length) return MORE
    this.#gotKey(key.trim())
    return end
  }

  #value(text: string, at: number, char: string): number {
    const { tree } = this
    const isList = char === '['
    tree.begin()
    this.hasContent ||= tree.inList
    if (isList || char === '{') {
      if (tree.depth >= this.#depth) return this.#fail(at)
      tree.open(isList)
      this.#expects = isList ? 'value' : 'key'
      return at + 1
    }
    if (isQuote(text.charCodeAt(at))) return this.#beginText(text, at, false)
    // A number or word is held back until what follows delimits it.
    BARE_VALUE.lastIndex = at
    const written = BARE_VALUE.exec(text)?.[0]
    if (written === undefined) return MORE
    this.#gotValue(plain(scalarOf(written.trim(), 0)))
    return at + written.length
  }

  #fail(at: number): number {
    this.failed = true
    return at
  }

  #gotKey(key: string): void {
    const { anchors } = this.tree
    this.hasContent = true
    this.hasExpectedKey ||= anchors === undefined || anchors.expects(key)
    this.tree.begin(key)
    this.#expects = 'colon'
  }

  #gotValue(value: unknown): void {
    this.tree.put(value)
    this.tree.finish()
    this.#expects = 'comma'
  }

  #beginText(text: string, at: number, isKey: boolean): number {
    this.#quote = text.charCodeAt(at)
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
    this.#half = /[\ud800-\udbff]$/.exec(piece)?.[0] ?? ''
    this.#text += piece.slice(0, piece.length - this.#half.length)
  }

  #endText(): void {
    const text = this.#text + this.#half
    if (this.#isKey) this.#gotKey(text)
    else this.#gotValue(text)
  }
}
