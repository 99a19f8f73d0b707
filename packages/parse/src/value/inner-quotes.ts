import { nativeJson } from '../native-json.ts'
import { matchEnd, QUOTE, SPACE } from '../segment/characters.ts'
import type { Reader } from './reader.ts'

/** A quote behind what leads up to a word, and the word: here a quotation opens. */
const OPENS = /(?<=^|[\s([{<>:,=/"'“—–-]|\\[nrt]).(?=[^\s,:;.!?)\]}"'])/y
/** What reads like the end of a member and the next one, inside of one string. */
const SWALLOWED = /["']\s*,\s*(?:"[^"\n]{1,64}"\s*:|'[^'\n]{1,64}'\s*:|[\w$]{1,64}\s*:\s*["'[{])/
const OPENED_OBJECT = /\{\s*["']([^"'\n]{1,64})["']\s*:/g

/**
 * The quotes inside of one string that nobody escaped. A quotation has two of them, and
 * so has each text of JSON that is quoted in a string.
 */
export class InnerQuotes {
  readonly #text: string
  readonly #from: number
  #counted: number
  #brackets = 0
  #count = 0
  /** How many quotations are open. */
  open = 0

  constructor(text: string, from: number) {
    this.#text = text
    this.#from = from
    this.#counted = from
  }

  add(at: number): void {
    this.#count++
    if (at === this.#from || this.#opens(at)) this.open++
    else if (this.open > 0) this.open--
  }

  #opens(at: number): boolean {
    const next = this.#text.charCodeAt(at + 1)
    // As a rule this tells, and in less time.
    if (next === SPACE || next === QUOTE) return false
    return matchEnd(OPENS, this.#text, at) !== -1
  }

  /** How many brackets are open before `at` inside of the string: it quotes JSON or code. */
  brackets(at: number): number {
    for (; this.#counted < at; this.#counted++) {
      // The brackets differ from the braces in this bit.
      const bracket = this.#text.charCodeAt(this.#counted) | 32
      if (bracket === 123) this.#brackets++
      else if (bracket === 125 && this.#brackets > 0) this.#brackets--
    }
    return this.#brackets
  }

  /** Says whether the string may have ended elsewhere. */
  isDoubtful({ frames }: Reader, said: string): boolean {
    // One quote that opened nothing, right before the end, may be doubled.
    if (this.open > 0 || (this.#count === 1 && /\D"$/.test(said))) return true
    // JSON between quotes, whole as it is, is one string.
    if (nativeJson(said) !== undefined) return false
    if (SWALLOWED.test(said)) return true
    for (const [, key = ''] of said.matchAll(OPENED_OBJECT)) {
      if (frames.some(({ anchors, keys }) => anchors?.expects(key) ?? keys?.has(key))) return true
    }
    return false
  }
}
