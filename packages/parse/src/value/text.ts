import { APOSTROPHE, BACKSLASH, COLON, COMMA, PLUS, QUOTE } from '../segment/characters.ts'
import { endsString, itemAhead, keyAhead } from './ahead.ts'
import { bareEnd } from './bare.ts'
import { readEscapes } from './escapes.ts'
import { isSpace, skipSpace } from './gap.ts'
import { type StringNode, stringNode } from './node.ts'
import { closes } from './quotes.ts'
import { type Reader, Unreadable } from './reader.ts'

/** A letter right behind the quote of a key, and the key's real end in sight. */
const KEY_GOES_ON = /(?!true\b|false\b|null\b)\p{L}[^,{}[\]:\n]{0,64}?"\s*:/uy

/** Where the text of a string ends, and where what belongs to it ends. */
interface End {
  readonly text: number
  readonly after: number
}

/** Reads a quoted string, forgiving what agents get wrong inside of one. */
export function readText(reader: Reader, start: number, isKey: boolean): StringNode {
  return new TextReader(reader, start, isKey).read()
}

class TextReader {
  readonly #reader: Reader
  readonly #start: number
  readonly #opened: number
  readonly #isKey: boolean
  /** Where the text begins. */
  readonly #from: number
  #openInside = 0
  /** True once the text quoted something: from then on a key must be one the schema expects. */
  #wary = false

  constructor(reader: Reader, start: number, isKey: boolean) {
    this.#reader = reader
    this.#start = start
    this.#isKey = isKey
    this.#opened = reader.code(start)
    const second = start + 1
    // `""value"`: one quote too many in front.
    const doubled =
      reader.code(second) === this.#opened && /[\p{L}\p{N}]/u.test(reader.text[second + 1] ?? '')
    this.#from = doubled ? second + 1 : second
    if (doubled) reader.note('quote_removed', second, second + 1)
  }

  read(): StringNode {
    const { text, options } = this.#reader
    let control = -1
    for (let at = this.#from; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === BACKSLASH) at++
      else if (closes(this.#opened, code)) {
        const end = this.#endAt(at)
        if (end !== undefined) return this.#node(end, control)
      } else if (code < 32) {
        control = at
        // What repairs a document knows no string with such a character in it.
        if (options.document === true && (code < 8 || code > 13)) throw new Unreadable(at)
      }
    }
    return this.#node(this.#endOfText(), control)
  }

  /** Where the string ends, when this quote shows that it does. */
  #endAt(at: number): End | undefined {
    const end = this.#isKey ? this.#keyEnd(at) : this.#valueEnd(at)
    if (end !== undefined) return end
    // An inner quotation opens after a space and closes before one.
    if (isSpace(this.#reader.code(at - 1)) || at === this.#from) this.#openInside++
    else if (this.#openInside > 0) this.#openInside--
    if (!this.#wary) this.#reader.note('quote_escaped', at, at + 1, '\\"')
    this.#wary = true
    return undefined
  }

  #valueEnd(at: number): End | undefined {
    const reader = this.#reader
    const lost = this.#lostEnd(at)
    if (lost >= this.#from) return { text: lost, after: lost }
    if (!endsString(reader, at + 1, this.#wary)) return undefined
    // In a list, the closing quote of an inner quotation is followed by plain words.
    const inQuotation = this.#openInside > 0 && reader.frame?.keys === undefined
    if (inQuotation && !/[,\]}]/.test(reader.text[skipSpace(reader.text, at + 1)] ?? '')) {
      return undefined
    }
    return { text: at, after: at + 1 }
  }

  /**
   * Where the string ended if this quote begins the next one, so that its own
   * closing quote is lost: `"hello,"world"` or `"a": "b, "c": 1`; otherwise -1.
   */
  #lostEnd(at: number): number {
    const reader = this.#reader
    const { text, frame } = reader
    const before = this.#lastBefore(at)
    const separator = text.charCodeAt(before)
    if (separator === PLUS && before + 1 < at) {
      return frame === undefined || itemAhead(reader, at) ? before : -1
    }
    if (separator !== COMMA || frame === undefined) return -1
    const ahead =
      frame.keys === undefined ? itemAhead(reader, at) : keyAhead(reader, at, this.#wary)
    return ahead ? before : -1
  }

  /** The last character before an offset that is neither space nor comment. */
  #lastBefore(at: number): number {
    const { text } = this.#reader
    let before = at - 1
    while (before > this.#from && isSpace(text.charCodeAt(before))) before--
    if (!text.startsWith('*/', before - 1)) return before
    const sight = Math.max(this.#from, before - 200)
    const comment = text.slice(sight, before).lastIndexOf('/*')
    return comment > 0 ? this.#lastBefore(sight + comment) : before
  }

  /** A key ends at a quote with a colon behind it, or at the colon before a quote it never had. */
  #keyEnd(at: number): End | undefined {
    const reader = this.#reader
    const { text } = reader
    const whole = { text: at, after: at + 1 }
    if (text.charCodeAt(skipSpace(text, at + 1)) === COLON) return whole
    const colon = this.#from + text.slice(this.#from, at).indexOf(':')
    if (colon > this.#from) return { text: colon, after: colon }
    return reader.look(KEY_GOES_ON, at + 1) === -1 ? whole : undefined
  }

  /** The text ends inside the string: it was cut off, or the quote was forgotten. */
  #endOfText(): End {
    const reader = this.#reader
    const { text } = reader
    if (reader.mayReadAgain(text.length - this.#start)) {
      const end = this.#forgottenEnd()
      if (end !== undefined) return { text: end, after: end }
    }
    reader.truncatedAt ??= text.length
    return { text: text.length, after: -1 }
  }

  /** Closing brackets at the end of the text show that the text itself is whole. */
  #forgottenEnd(): number | undefined {
    const reader = this.#reader
    const { text } = reader
    if (this.#isKey) {
      const colon = text.indexOf(':', this.#from)
      return colon > this.#from ? colon : undefined
    }
    const last = text
      .slice(this.#from)
      .replace(/[\s`]+$/, '')
      .at(-1)
    if (last === '+' && reader.options.document) return text.lastIndexOf('+')
    const closed = last !== undefined && /[\]}]/.test(last) && reader.isOpen(last.charCodeAt(0))
    return closed ? bareEnd(reader, this.#from) : undefined
  }

  #node(end: End, control: number): StringNode {
    const reader = this.#reader
    const raw = reader.text.slice(this.#from, end.text)
    const lost = end.after === end.text
    const complete = end.after !== -1
    const span = { start: this.#start, end: complete ? end.after : end.text }
    if (lost)
      reader.note('quote_added', end.text, end.text, this.#opened === APOSTROPHE ? "'" : '"')
    else if (!complete) reader.note('string_truncated', end.text, end.text, '"')
    if (control !== -1 && control < end.text) reader.note('control_escaped', control, control + 1)
    if (this.#opened !== QUOTE) reader.note('quote_style', this.#start, this.#start + 1, '"')
    const value = readEscapes(lost ? raw.trimEnd() : raw, !complete, (offset, kept) => {
      const at = this.#from + offset
      if (reader.options.document === true && kept === 'u') throw new Unreadable(at)
      reader.note('escape_kept', at, at + 2, `\\\\${kept}`)
    })
    return stringNode(span, value)
  }
}
