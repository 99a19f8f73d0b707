import type { Anchors } from '../value/anchors.ts'
import { isNumberText, looseNumber } from '../value/number.ts'
import { isQuote } from '../value/quotes.ts'
import { LiveText } from './live-text.ts'
import { LiveTree } from './live-tree.ts'

type State = 'value' | 'key' | 'colon' | 'after' | 'text' | 'bare' | 'bareKey' | 'comment' | 'done'

const WORDS = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['True', true],
  ['False', false],
  ['None', null],
  ['undefined', null]
])

/**
 * Follows one value while it is being written. It forgives what can be forgiven
 * without looking ahead; the reading at the end has the last word.
 */
export class LiveValue {
  readonly tree = new LiveTree()
  readonly #anchors: Anchors | undefined
  readonly #depth: number
  #state: State = 'value'
  #text: LiveText | undefined
  #isKey = false
  #bare = ''
  /** What a comment began with, and what of its end has come. */
  #comment = ''
  #resume: State = 'value'
  /** True once something is known that only data has: a key, or an item. */
  hasContent = false
  /** True once a key came that the schema expects; without a schema any key will do. */
  hasExpectedKey = false
  failed = false

  constructor(anchors: Anchors | undefined, depth: number) {
    this.#anchors = anchors
    // The opening bracket itself is always taken, so that following goes on.
    this.#depth = Math.max(1, depth)
  }

  get done(): boolean {
    return this.#state === 'done'
  }

  /** Takes characters from `at`; returns how far it came. */
  feed(chunk: string, from: number): number {
    let at = from
    while (at < chunk.length && !this.done && !this.failed) at = this.#step(chunk, at)
    if (this.#text !== undefined && !this.#isKey) this.#publish()
    return at
  }

  /** Shows the text so far, but for a choice of which half says nothing. */
  #publish(): void {
    const place = this.tree.placeAnchors(this.#anchors)
    if (this.#text !== undefined && place?.isChoice !== true) this.tree.put(this.#text.value)
  }

  #step(chunk: string, at: number): number {
    switch (this.#state) {
      case 'text':
        return this.#inText(chunk, at)
      case 'bare':
        return this.#inBare(chunk, at)
      case 'bareKey':
        return this.#inBareKey(chunk, at)
      case 'comment':
        return this.#inComment(chunk, at)
      default:
        return this.#structure(chunk, at)
    }
  }

  #structure(chunk: string, at: number): number {
    const char = chunk[at] ?? ''
    if (/\s/.test(char)) return at + 1
    if (char === '/' || char === '#') return this.#beginComment(char, at)
    if (this.#state === 'key') return this.#keyOrEnd(chunk, at, char)
    if (this.#state === 'colon') {
      this.#state = 'value'
      return char === ':' || char === '=' ? at + 1 : at
    }
    if (this.#state === 'after') return this.#after(at, char)
    return this.#value(chunk, at, char)
  }

  #value(chunk: string, at: number, char: string): number {
    if (char === '}' || char === ']') return this.#closer(at)
    if (char === ',' || char === '>' || char === ':') {
      this.#state = char === ',' && !this.tree.inArray ? 'key' : 'value'
      return at + 1
    }
    const place = this.tree.placeAnchors(this.#anchors)
    if (char === '{' || char === '[') return this.#open(char, at, place)
    if (isQuote(chunk.charCodeAt(at))) {
      this.#beginText(chunk.charCodeAt(at), false)
      if (this.tree.inArray) this.hasContent = true
      return at + 1
    }
    this.#bare = ''
    this.#state = 'bare'
    return at
  }

  #open(char: string, at: number, place: Anchors | undefined): number {
    if (this.tree.depth >= this.#depth) {
      this.failed = true
      return at
    }
    if (this.tree.inArray) this.hasContent = true
    this.tree.open(char === '{' ? 'object' : 'array', place)
    this.#state = char === '{' ? 'key' : 'value'
    return at + 1
  }

  #keyOrEnd(chunk: string, at: number, char: string): number {
    if (char === '}' || char === ']') return this.#closer(at)
    if (char === ',') return at + 1
    if (isQuote(chunk.charCodeAt(at))) {
      this.#beginText(chunk.charCodeAt(at), true)
      return at + 1
    }
    if (!/[\p{L}\p{N}_$-]/u.test(char)) {
      this.failed = true
      return at
    }
    this.#bare = ''
    this.#state = 'bareKey'
    return at
  }

  #after(at: number, char: string): number {
    if (char === '}' || char === ']') return this.#closer(at)
    if (char === ',' || char === ';') {
      this.tree.nextItem()
      this.#state = this.tree.inArray ? 'value' : 'key'
      return at + 1
    }
    // A comma is missing, or this is no data.
    this.tree.nextItem()
    this.#state = this.tree.inArray ? 'value' : 'key'
    return at
  }

  #closer(at: number): number {
    this.tree.close()
    this.#state = this.tree.depth === 0 ? 'done' : 'after'
    return at + 1
  }

  #beginText(quote: number, isKey: boolean): void {
    this.#text = new LiveText(quote)
    this.#isKey = isKey
    this.#state = 'text'
  }

  #inText(chunk: string, at: number): number {
    const text = this.#text
    if (text === undefined) return at + 1
    const end = text.feed(chunk, at, this.#isKey)
    if (end === -1) return chunk.length
    this.#text = undefined
    if (this.#isKey) this.#gotKey(text.value)
    else {
      this.tree.put(text.value)
      this.#state = 'after'
    }
    return end
  }

  #gotKey(key: string): void {
    this.hasContent = true
    if (this.tree.anchors === undefined || this.tree.anchors.expects(key))
      this.hasExpectedKey = true
    this.tree.setKey(key)
    this.#state = 'colon'
  }

  #inBareKey(chunk: string, at: number): number {
    const char = chunk[at] ?? ''
    if (char === ':' || char === '=') {
      this.#gotKey(this.#bare.trim())
      return at
    }
    if (/[{}[\],"\n]/.test(char) || this.#bare.length > 128) {
      this.failed = true
      return at
    }
    this.#bare += char
    return at + 1
  }

  /** A number or word is held back until what follows delimits it. */
  #inBare(chunk: string, at: number): number {
    let end = at
    while (end < chunk.length && !/[,}\]\n]/.test(chunk[end] ?? '')) end++
    this.#bare += chunk.slice(at, end)
    if (end >= chunk.length) return end
    const written = this.#bare.trim()
    if (this.tree.inArray) this.hasContent = true
    this.tree.put(bareValue(written))
    this.#state = 'after'
    return end
  }

  #beginComment(char: string, at: number): number {
    this.#resume = this.#state
    this.#comment = char
    this.#state = 'comment'
    return at + 1
  }

  #inComment(chunk: string, at: number): number {
    const char = chunk[at] ?? ''
    if (this.#comment === '/' && char !== '/' && char !== '*') {
      // No comment after all: a path or a regular expression.
      this.#bare = '/'
      this.#state = 'bare'
      return at
    }
    if (this.#comment === '/') this.#comment = char === '*' ? '/*' : '//'
    else if (this.#comment === '/*') {
      if (char === '*') this.#comment = '/**'
    } else if (this.#comment === '/**') {
      if (char === '/') this.#state = this.#resume
      else if (char !== '*') this.#comment = '/*'
    } else if (char === '\n') this.#state = this.#resume
    return at + 1
  }
}

function bareValue(written: string): unknown {
  if (isNumberText(written)) return Number(written)
  const word = WORDS.get(written)
  return WORDS.has(written) ? word : (looseNumber(written) ?? written)
}
