import { keyAhead } from './key-ahead.ts'
import { lostQuote } from './lost-quote.ts'
import { commaEndsMember } from './member-end.ts'
import type { StringNode } from './node.ts'
import type { Place } from './place.ts'
import { closes } from './quotes.ts'
import { type Reading, Unreadable } from './reading.ts'
import { endsString } from './string-end.ts'
import { isSpace, skipSpace } from './white-space.ts'

const BACKSLASH = 92

/** Reads a quoted string, forgiving what agents get wrong inside of one. */
export function readText(reading: Reading, start: number, place: Place): StringNode {
  return new TextReader(reading, start, place).read()
}

class TextReader {
  readonly #reading: Reading
  readonly #start: number
  readonly #content: number
  readonly #opened: number
  #place: Place
  #value = ''
  /** Where the text not yet taken over begins. */
  #from: number
  #openInside = 0
  #control = false
  /** True when the quote was doubled at the start, and so may be at the end. */
  #doubled = false
  #mended = false

  constructor(reading: Reading, start: number, place: Place) {
    this.#reading = reading
    this.#start = start
    this.#opened = reading.text.charCodeAt(start)
    this.#place = place
    this.#content = start + 1
    this.#from = start + 1
  }

  read(): StringNode {
    const { text, limit } = this.#reading
    this.#skipDoubledQuote()
    let at = this.#from
    while (at < limit) {
      const code = text.charCodeAt(at)
      if (code === BACKSLASH) at = this.#escape(at)
      else if (closes(this.#opened, code)) {
        const end = this.#closing(at)
        if (end !== undefined) return end
        at++
      } else {
        if (code < 32) this.#controlCharacter(at, code)
        at++
      }
    }
    return this.#unclosed()
  }

  /** `""value"`: one quote too many in front. */
  #skipDoubledQuote(): void {
    const { text, limit } = this.#reading
    const at = this.#from
    if (text.charCodeAt(at) !== this.#opened) return
    if (at + 1 >= limit || !/[\p{L}\p{N}]/u.test(text[at + 1] ?? '')) return
    this.#doubled = true
    this.#reading.repair('quote_removed', at, at + 1, '')
    this.#from = at + 1
  }

  #closing(at: number): StringNode | undefined {
    const { text } = this.#reading
    if (this.#doubled && text.charCodeAt(at + 1) === this.#opened) {
      this.#take(at)
      return this.#node(at + 2, true)
    }
    const lost = lostQuote(this.#reading, this.#content, at, this.#place)
    if (lost !== -1 && lost >= this.#from) return this.#endWithoutQuote(lost)
    if (this.#place.in === 'key') return this.#closingKey(at)
    if (endsString(this.#reading, at + 1, this.#place) && !this.#inQuotation(at)) {
      this.#take(at)
      return this.#node(at + 1, true)
    }
    // An inner quotation opens after a space and closes before one.
    if (isSpace(text.charCodeAt(at - 1)) || at === this.#content) this.#openInside++
    else if (this.#openInside > 0) this.#openInside--
    this.#noteInnerQuote(at)
    return undefined
  }

  /** In a list, the closing quote of an inner quotation is followed by plain words. */
  #inQuotation(at: number): boolean {
    if (this.#openInside === 0 || this.#place.in !== 'item') return false
    const { text, limit } = this.#reading
    const next = text.charCodeAt(skipSpace(text, at + 1, limit))
    return next !== 44 && next !== 93 && next !== 125
  }

  #noteInnerQuote(at: number): void {
    if (this.#mended) return
    this.#reading.repair('quote_escaped', at, at + 1, '\\"')
    this.#mended = true
    this.#place = { ...this.#place, wary: true }
  }

  /** A key ends at its first quote, or at the colon before a quote it never had. */
  #closingKey(at: number): StringNode | undefined {
    const { text, limit } = this.#reading
    if (this.#keyGoesOn(at + 1)) {
      this.#noteInnerQuote(at)
      return undefined
    }
    const next = text.charCodeAt(skipSpace(text, at + 1, limit))
    const colon = next === 58 ? -1 : text.slice(this.#content, at).indexOf(':')
    if (colon > 0) return this.#endWithoutQuote(this.#content + colon)
    this.#take(at)
    return this.#node(at + 1, true)
  }

  /** A letter right behind the quote, and the real end of the key in sight. */
  #keyGoesOn(from: number): boolean {
    const { text } = this.#reading
    if (!/\p{L}/u.test(text[from] ?? '')) return false
    const ahead = text.slice(from, this.#reading.horizon(from, 64))
    const end = /^[^,{}[\]:\n]*?"\s*:/.exec(ahead)
    return end !== null && !/^(?:true|false|null)\b/.test(ahead)
  }

  #endWithoutQuote(end: number): StringNode {
    this.#take(Math.max(end, this.#from))
    this.#value = this.#value.trimEnd()
    this.#reading.repair('quote_added', end, end, this.#opened === 39 ? "'" : '"')
    return this.#node(end, true)
  }

  #take(end: number): void {
    this.#value += this.#reading.text.slice(this.#from, end)
    this.#from = end
  }

  #controlCharacter(at: number, code: number): void {
    // What repairs a document knows no string with such a character in it.
    if (this.#reading.document && (code < 8 || code > 13 || code === 11)) throw new Unreadable(at)
    if (this.#control) return
    this.#control = true
    this.#reading.repair(
      'control_escaped',
      at,
      at + 1,
      JSON.stringify(String.fromCharCode(code)).slice(1, -1)
    )
  }

  #escape(at: number): number {
    const { text, limit } = this.#reading
    this.#take(at)
    const code = at + 1 < limit ? text.charCodeAt(at + 1) : Number.NaN
    const plain = PLAIN_ESCAPES.get(code)
    if (plain !== undefined) {
      this.#value += plain
      this.#from = at + 2
    } else if (code === 117) this.#from = this.#unicodeEscape(at)
    else if (Number.isNaN(code)) this.#from = at + 1
    else if (code === 39 || code === 96 || code === 10) this.#from = at + 1
    else {
      this.#reading.repair('escape_kept', at, at + 2, `\\${text.slice(at, at + 2)}`)
      this.#take(at + 2)
    }
    return Math.max(this.#from, at + 2 > limit ? limit : at + 2)
  }

  #unicodeEscape(at: number): number {
    const { text, limit } = this.#reading
    const digits = text.slice(at + 2, Math.min(at + 6, limit))
    if (/^[0-9a-fA-F]{4}$/.test(digits)) {
      this.#value += String.fromCharCode(Number.parseInt(digits, 16))
      return at + 6
    }
    if (at + 2 + digits.length >= limit && /^[0-9a-fA-F]*$/.test(digits)) return limit
    if (this.#reading.document) throw new Unreadable(at)
    this.#reading.repair('escape_kept', at, at + 2, '\\\\u')
    this.#value += '\\u'
    return at + 2
  }

  /** The text ends inside the string: it was cut off, or the quote was forgotten. */
  #unclosed(): StringNode {
    const { text, limit } = this.#reading
    const forgotten = this.#forgottenEnd()
    const plus = this.#trailingPlus(forgotten === -1 ? limit : forgotten)
    if (plus !== -1) return this.#endWithoutQuote(plus)
    if (forgotten !== -1) {
      const value = text.slice(this.#content, forgotten).trimEnd()
      const end = this.#content + value.length
      this.#reading.repair('quote_added', end, end, '"')
      return { kind: 'string', start: this.#start, end, value, quoted: true, complete: true }
    }
    this.#take(limit)
    this.#reading.truncate(limit)
    this.#reading.repair('string_truncated', limit, limit, '"')
    return this.#node(limit, false)
  }

  /** In a document, a plus at the end was to add the next string. */
  #trailingPlus(end: number): number {
    if (!this.#reading.document) return -1
    const tail = /\s\+\s*$/.exec(this.#reading.text.slice(Math.max(this.#content, end - 8), end))
    return tail === null ? -1 : Math.max(this.#content, end - 8) + tail.index
  }

  /**
   * Where a string without a closing quote ends, when closing brackets at the end
   * of the text show that the text itself is whole; otherwise -1.
   */
  #forgottenEnd(): number {
    const { text, limit } = this.#reading
    const place = this.#place
    let last = limit - 1
    while (last > this.#content && (isSpace(text.charCodeAt(last)) || text[last] === '`')) last--
    const closer = text.charCodeAt(last)
    if (!this.#reading.mayReadAgain(limit - this.#start)) return -1
    if (place.in === 'key')
      return text.slice(this.#content, limit).indexOf(':') > 0
        ? text.indexOf(':', this.#content)
        : -1
    if (closer !== 125 && closer !== 93) return -1
    if (closer === 125 && !place.openObject) return -1
    if (closer === 93 && !place.openArray) return -1
    for (let at = this.#content; at <= last; at++) {
      const code = text.charCodeAt(at)
      if (code === 92) at++
      else if (place.in === 'item') {
        if (code === 44 || code === 93 || (code === 125 && place.openObject)) return at
      } else if (code === 125 || (code === 93 && place.openArray)) return at
      else if (code === 44 && commaEndsMember(this.#reading, at + 1, place)) return at
      else if (code === 10 && keyAhead(this.#reading, skipSpace(text, at, limit), place.anchors))
        return at
    }
    return -1
  }

  #node(end: number, complete: boolean): StringNode {
    if (this.#opened !== 34) {
      this.#reading.repair('quote_style', this.#start, this.#start + 1, '"')
    }
    return { kind: 'string', start: this.#start, end, value: this.#value, quoted: true, complete }
  }
}

const PLAIN_ESCAPES = new Map([
  [34, '"'],
  [92, '\\'],
  [47, '/'],
  [98, '\b'],
  [102, '\f'],
  [110, '\n'],
  [114, '\r'],
  [116, '\t']
])
