import { type ParseOptions, resolveLimits } from '../options.ts'
import type { Outcome } from '../outcome.ts'
import { parseReply } from '../parse-reply.ts'
import { contractOf } from '../schema/contract.ts'
import type { InferData, Schema } from '../schema/standard-schema.ts'
import { isBlank, isLineStart, LESS, OPEN_BRACE, OPEN_BRACKET } from '../segment/characters.ts'
import { readTag } from '../segment/tags.ts'
import type { Path } from '../span.ts'
import { Anchors } from '../value/anchors.ts'
import type { LiveTree } from './live-tree.ts'
import { LiveValue, MORE } from './live-value.ts'

/** What one chunk changed. */
export interface StreamUpdate {
  /**
   * The data so far, unchecked; undefined while there is none. What did not
   * change since the last update is the same object as it was there, and nothing
   * that was handed out is ever changed. Reading it costs the open path: where a
   * list in it has more than 8192 items, the updates after a look say that nothing
   * changed, until as many units of text have come as it has more items. A key
   * counts for 64 items.
   */
  readonly snapshot: unknown
  /** The paths written to by this chunk, in order. */
  readonly changed: readonly Path[]
  /** True when a better candidate began and what was shown before is void. */
  readonly reset: boolean
  /** The path being written: it and all above it are pending, all else is complete. */
  readonly pending: Path | undefined
}

/** A reply that is read while it arrives. */
export interface ReplyStream<T = unknown> {
  /** Takes the next piece of the reply, in time proportional to the piece. */
  push(chunk: string): StreamUpdate
  /** Reads the whole reply once more and for good: equal to `parseReply` of all chunks together. */
  end(finishReason?: string): Outcome<T>
}

/**
 * Reads a reply while it is being written.
 *
 * Updates show what has arrived, numbers and choices only once they are
 * delimited; only `end` checks and mends. Pushing after `end` is a TypeError.
 *
 * @param options as for `parseReply`
 */
export function createReplyStream<const S extends Schema>(
  options: ParseOptions<S> = {}
): ReplyStream<InferData<S>> {
  return new LiveReply(options)
}

/** What stays unclear for longer than this is not followed. */
const MOST_UNCLEAR = 4096

/** The longest tag that may be cut by the end of a chunk. */
const LONGEST_TAG = 220

class LiveReply<S extends Schema> implements ReplyStream<InferData<S>> {
  readonly #options: ParseOptions<S>
  readonly #chunks: string[] = []
  readonly #anchors: Anchors | undefined
  readonly #depth: number
  /** How much more is read: behind the limit there is nothing, here as at the end. */
  #left: number
  /** What has come and cannot be understood before more has come. */
  #rest = ''
  #thinking = false
  /** What is shown, and a later candidate that has not yet shown its worth. */
  #shown: LiveValue | undefined
  #next: LiveValue | undefined
  #reset = false
  #update: StreamUpdate = updateOf(undefined, false)
  #ended = false

  constructor(options: ParseOptions<S>) {
    const limits = resolveLimits(options.limits)
    this.#options = options
    this.#depth = limits.depth
    this.#left = limits.length
    const shape = options.schema === undefined ? undefined : contractOf(options.schema).shape
    this.#anchors = shape === undefined ? undefined : new Anchors([shape])
  }

  push(chunk: string): StreamUpdate {
    if (this.#ended) throw new TypeError('The stream has ended.')
    this.#chunks.push(chunk)
    this.#reset = false
    this.#follow(this.#rest + chunk.slice(0, this.#left))
    this.#left = Math.max(0, this.#left - chunk.length)
    this.#shown?.publish()
    const tree = this.#shown?.tree
    if (tree?.isDue(chunk.length) === false) return unchanged(this.#update)
    this.#update = updateOf(tree, this.#reset)
    return this.#update
  }

  end(finishReason?: string): Outcome<InferData<S>> {
    this.#ended = true
    const text = this.#chunks.join('')
    const options = finishReason === undefined ? this.#options : { ...this.#options, finishReason }
    return parseReply(text, options)
  }

  #follow(text: string): void {
    let at = 0
    for (;;) {
      const open = this.#open()
      const next = open === undefined ? this.#seek(text, at) : open.follow(text, at)
      if (open !== undefined) this.#promote(open)
      if (next === MORE) {
        if (text.length - at <= MOST_UNCLEAR) break
        if (open === undefined) at = text.length
        else open.failed = true
      } else at = next
    }
    this.#rest = text.slice(at)
  }

  #open(): LiveValue | undefined {
    if (this.#next?.failed === true) this.#next = undefined
    if (this.#next !== undefined) return this.#next
    const shown = this.#shown
    return shown === undefined || shown.done || shown.failed ? undefined : shown
  }

  /** Looks for what may open data; returns where to go on, or `MORE`. */
  #seek(text: string, from: number): number {
    let at = from
    while (at < text.length && text.charCodeAt(at) !== LESS && !this.#opens(text, at)) at++
    if (at >= text.length) {
      // What stands before on the same line tells whether the next bracket begins it.
      while (isBlank(text.charCodeAt(at - 1))) at--
      return at - 1 > from ? at - 1 : MORE
    }
    if (text[at] === '<') return this.#tag(text, at, from)
    const suits = this.#anchors?.accepts(text[at] === '{' ? 'object' : 'array')
    if (suits === false) return at + 1
    this.#next = new LiveValue(this.#anchors, this.#depth)
    return at
  }

  /** Says whether data may begin here: of many braces at the last, a list where a line does. */
  #opens(text: string, at: number): boolean {
    const code = text.charCodeAt(at)
    if (this.#thinking || (code !== OPEN_BRACE && code !== OPEN_BRACKET)) return false
    return code === OPEN_BRACE ? text.charCodeAt(at + 1) !== OPEN_BRACE : isLineStart(text, at)
  }

  #tag(text: string, at: number, from: number): number {
    const tag = readTag(text, at)
    if (tag === undefined) {
      const cut = text.length - at < LONGEST_TAG && !text.includes('>', at)
      return cut ? (at > from ? at : MORE) : at + 1
    }
    if (tag.kind === 'reasoning') this.#thinking = !tag.closing
    if (tag.kind === 'reasoning' && tag.closing && this.#shown !== undefined) {
      // What came before the end of reasoning was only thought.
      this.#shown = undefined
      this.#reset = true
    }
    return tag.end
  }

  /** A candidate is shown once it has what data has; the first one from its first bracket on. */
  #promote(next: LiveValue): void {
    if (next !== this.#next) return
    const first = this.#shown === undefined || (this.#shown.failed && !this.#shown.hasContent)
    if (first || next.isWorthy) {
      this.#shown = next
      this.#reset ||= !first
    }
    if (first || next.isWorthy || next.done) this.#next = undefined
  }
}

/** Copies nothing before somebody looks. */
function updateOf(tree: LiveTree | undefined, reset: boolean): StreamUpdate {
  const changed = tree?.takeChanges() ?? []
  const pending = tree?.pending
  let taken: { readonly snapshot: unknown } | undefined
  return {
    changed,
    reset,
    pending,
    get snapshot() {
      taken ??= { snapshot: tree?.snapshot() }
      return taken.snapshot
    }
  }
}

function unchanged({ snapshot, pending }: StreamUpdate): StreamUpdate {
  return { snapshot, changed: [], reset: false, pending }
}
