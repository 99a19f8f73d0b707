import { closes } from '../value/quotes.ts'

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** A quoted string that arrives in pieces. */
export class LiveText {
  readonly #opened: number
  /** The text so far, without half a surrogate pair at its end. */
  value = ''
  /** The first half of a surrogate pair whose second half has not arrived. */
  #half = ''
  /** The beginning of an escape whose end has not arrived. */
  #escape = ''
  /** A quote that may be the end, and the white space behind it. */
  #afterQuote = ''

  constructor(opened: number) {
    this.#opened = opened
  }

  /**
   * Takes characters from `at`; returns where the string turned out to be over,
   * or -1 when the chunk is used up.
   */
  feed(chunk: string, from: number, isKey: boolean): number {
    let at = from
    while (at < chunk.length) {
      if (this.#afterQuote !== '') {
        const char = chunk[at] ?? ''
        if (/\s/.test(char)) {
          this.#afterQuote += char
          at++
        } else if (this.#endsBefore(char, isKey)) {
          this.value += this.#half
          return at
        } else {
          this.#append(this.#afterQuote)
          this.#afterQuote = ''
        }
        continue
      }
      if (this.#escape !== '') {
        this.#takeEscape(chunk[at] ?? '')
        at++
        continue
      }
      at = this.#takePlain(chunk, at)
    }
    return -1
  }

  /** Adds text without looking at what is there: that would copy all of it each time. */
  #append(piece: string): void {
    const text = this.#half + piece
    const last = text.charCodeAt(text.length - 1)
    const halved = last >= 0xd800 && last < 0xdc00
    this.#half = halved ? text.slice(-1) : ''
    this.value += halved ? text.slice(0, -1) : text
  }

  #takePlain(chunk: string, from: number): number {
    let at = from
    while (at < chunk.length) {
      const code = chunk.charCodeAt(at)
      if (code === 92 || closes(this.#opened, code)) break
      at++
    }
    this.#append(chunk.slice(from, at))
    if (at >= chunk.length) return at
    if (chunk.charCodeAt(at) === 92) this.#escape = '\\'
    else this.#afterQuote = chunk[at] ?? ''
    return at + 1
  }

  /** After a quote, structure ends the string; anything else shows it was part of the text. */
  #endsBefore(char: string, isKey: boolean): boolean {
    if (isKey || this.#afterQuote.includes('\n')) return true
    return /[,}\]+/`)]/.test(char)
  }

  #takeEscape(char: string): void {
    this.#escape += char
    if (this.#escape[1] === 'u') {
      if (this.#escape.length < 6) return
      const code = Number.parseInt(this.#escape.slice(2), 16)
      this.#append(Number.isNaN(code) ? this.#escape : String.fromCharCode(code))
    } else if (char in ESCAPES) this.#append(ESCAPES[char] ?? '')
    else if (/["'\\/`\n]/.test(char)) this.#append(char)
    else this.#append(this.#escape)
    this.#escape = ''
  }
}
