import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE
} from './characters.ts'

// How many characters failed searches may cost, as a multiple of the text.
const PATIENCE = 2

/** Matches brackets, aware of strings, and remembers where there is nothing left to match. */
export class BracketMatcher {
  readonly #text: string
  #lastBrace: number | undefined
  #lastBracket: number | undefined
  #patience: number

  constructor(text: string) {
    this.#text = text
    this.#patience = text.length * PATIENCE
  }

  /** The offset after the closer of the bracket at `start`, or -1. */
  match(start: number, limit: number): number {
    if (this.#lastCloser(start) < start || this.#patience <= 0) return -1
    const open: number[] = []
    let at = start
    while (at < limit) {
      const code = this.#text.charCodeAt(at)
      if (code === QUOTE) {
        at = this.#stringEnd(at + 1, limit)
        continue
      }
      if (code === OPEN_BRACE) open.push(CLOSE_BRACE)
      else if (code === OPEN_BRACKET) open.push(CLOSE_BRACKET)
      else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        if (open.pop() !== code) break
        if (open.length === 0) return at + 1
      }
      at++
    }
    this.#patience -= at - start
    return -1
  }

  #lastCloser(start: number): number {
    if (this.#text.charCodeAt(start) === OPEN_BRACE) {
      this.#lastBrace ??= this.#text.lastIndexOf('}')
      return this.#lastBrace
    }
    this.#lastBracket ??= this.#text.lastIndexOf(']')
    return this.#lastBracket
  }

  #stringEnd(from: number, limit: number): number {
    let at = from
    while (at < limit) {
      const code = this.#text.charCodeAt(at)
      if (code === QUOTE) return at + 1
      at += code === BACKSLASH ? 2 : 1
    }
    return limit
  }
}
