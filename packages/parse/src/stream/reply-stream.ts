import { type ParseOptions, resolveLimits } from '../options.ts'
import type { Outcome } from '../outcome.ts'
import { parseReply } from '../parse-reply.ts'
import { contractOf } from '../schema/contract.ts'
import type { InferData, Schema } from '../schema/standard-schema.ts'
import type { Path } from '../span.ts'
import { Anchors } from '../value/anchors.ts'
import { LiveScan } from './live-scan.ts'
import { LiveValue } from './live-value.ts'

/** What one chunk changed. */
export interface StreamUpdate {
  /**
   * The data so far, unchecked; undefined while there is none. What did not
   * change since the last update is the same object as it was there, and nothing
   * that was handed out is ever changed. Reading it costs the open path.
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

class LiveReply<S extends Schema> implements ReplyStream<InferData<S>> {
  readonly #options: ParseOptions<S>
  readonly #chunks: string[] = []
  readonly #scan = new LiveScan()
  readonly #anchors: Anchors | undefined
  readonly #depth: number
  readonly #most: number
  #length = 0
  /** What is shown, and a later candidate that has not yet shown its worth. */
  #shown: LiveValue | undefined
  #next: LiveValue | undefined
  #ended = false

  constructor(options: ParseOptions<S>) {
    const limits = resolveLimits(options.limits)
    this.#options = options
    this.#depth = limits.depth
    this.#most = limits.length
    const shape = options.schema === undefined ? undefined : contractOf(options.schema).shape
    this.#anchors = shape === undefined ? undefined : new Anchors([shape])
  }

  push(chunk: string): StreamUpdate {
    if (this.#ended) throw new TypeError('The stream has ended.')
    this.#chunks.push(chunk)
    // Behind the limit nothing is read, here as at the end.
    const readable = chunk.slice(0, Math.max(0, this.#most - this.#length))
    this.#length += chunk.length
    const reset = this.#follow(readable)
    const shown = this.#shown
    const changed = shown?.tree.takeChanges() ?? []
    return new Update(shown, changed, reset)
  }

  end(finishReason?: string): Outcome<InferData<S>> {
    this.#ended = true
    const text = this.#chunks.join('')
    const options = finishReason === undefined ? this.#options : { ...this.#options, finishReason }
    return parseReply(text, options)
  }

  /** Follows the text through the chunk; returns whether the shown value was replaced. */
  #follow(chunk: string): boolean {
    let reset = false
    let at = 0
    while (at < chunk.length) {
      const open = this.#open()
      if (open === undefined) {
        const found = this.#scan.feed(chunk, at)
        if (found.voided && this.#shown !== undefined) {
          this.#shown = undefined
          reset = true
        }
        at = found.at
        if (at >= chunk.length) break
        this.#next = this.#candidate(chunk[at] ?? '')
        if (this.#next === undefined) at++
        continue
      }
      at = open.feed(chunk, at)
      if (this.#promote()) reset = true
      if (open.failed && this.#next === open) this.#next = undefined
    }
    return reset
  }

  #open(): LiveValue | undefined {
    if (this.#next !== undefined) return this.#next
    const shown = this.#shown
    return shown === undefined || shown.done || shown.failed ? undefined : shown
  }

  #candidate(char: string): LiveValue | undefined {
    const kind = char === '{' ? 'object' : 'array'
    if (this.#anchors !== undefined && !this.#suits(kind)) return undefined
    return new LiveValue(this.#anchors, this.#depth)
  }

  #suits(kind: 'object' | 'array'): boolean {
    return this.#anchors?.accepts(kind) === true
  }

  /** A candidate is shown once it has what data has; the first one from its first bracket on. */
  #promote(): boolean {
    const next = this.#next
    if (next === undefined) return false
    const first = this.#shown === undefined
    const worthy = next.hasExpectedKey || (next.hasContent && this.#anchors === undefined)
    const listing = next.hasContent && next.tree.pending !== undefined && next.tree.isList
    if (!first && !worthy && !listing) {
      if (next.done) this.#next = undefined
      return false
    }
    this.#shown = next
    this.#next = undefined
    return !first
  }
}

/** Copies nothing before somebody looks. */
class Update implements StreamUpdate {
  readonly changed: readonly Path[]
  readonly reset: boolean
  readonly pending: Path | undefined
  readonly #shown: LiveValue | undefined
  #taken = false
  #snapshot: unknown

  constructor(shown: LiveValue | undefined, changed: readonly Path[], reset: boolean) {
    this.#shown = shown
    this.changed = changed
    this.reset = reset
    this.pending = shown?.tree.pending
  }

  get snapshot(): unknown {
    if (!this.#taken) {
      this.#snapshot = this.#shown?.tree.snapshot()
      this.#taken = true
    }
    return this.#snapshot
  }
}
