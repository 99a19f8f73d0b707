import { contractOf } from '../judge/contract.ts'
import { type ParseOptions, resolveLimits } from '../options.ts'
import type { Outcome } from '../outcome.ts'
import { parseReply } from '../parse-reply.ts'
import type { InferData, Schema } from '../schema/standard-schema.ts'
import { blanksBefore, LESS, NEWLINE, OPEN_BRACE, OPEN_BRACKET } from '../segment/characters.ts'
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
  /** Takes the next piece of the reply, in time proportional to the piece; after `end`, a TypeError. */
  push(chunk: string): StreamUpdate
  /** Reads the whole reply once more and for good: equal to `parseReply` of all chunks together. */
  end(finishReason?: string): Outcome<T>
}

/** What stays unclear for longer than this is not followed. */
const MOST_UNCLEAR = 4096

/** The longest tag that may be cut by the end of a chunk. */
const LONGEST_TAG = 220

/**
 * Reads a reply while it is being written.
 *
 * Updates show what has arrived, numbers and choices only once they are
 * delimited; only `end` checks and mends. Pushing after `end` is a TypeError.
 *
 * @param given options as for `parseReply`
 */
export function createReplyStream<const S extends Schema>(
  given?: ParseOptions<S>
): ReplyStream<InferData<S>> {
  const options: ParseOptions<S> = given ?? {}
  const limits = resolveLimits(options.limits)
  const shape = options.schema === undefined ? undefined : contractOf(options.schema).shape
  const anchors = shape && new Anchors([shape])
  const chunks: string[] = []
  /** How much more is read: behind the limit there is nothing, here as at the end. */
  let left = limits.length
  /** What has come and cannot be understood before more has come. */
  let rest = ''
  /** Words stand before it on its line. */
  let amidLine = false
  let thinking = false
  /** What is shown, and a later candidate that has not yet shown its worth. */
  let shown: LiveValue | undefined
  let next: LiveValue | undefined
  let reset = false
  let update = updateOf(undefined, false)
  let ended = false

  const follow = (text: string): void => {
    let at = 0
    for (;;) {
      const open = current()
      const to = open === undefined ? seek(text, at) : open.follow(text, at)
      if (open !== undefined) promote(open)
      if (to === MORE) {
        if (text.length - at <= MOST_UNCLEAR) break
        if (open !== undefined) open.failed = true
        at = text.length
      } else at = to
    }
    amidLine = !beginsLine(text, at)
    rest = text.slice(at)
  }

  /** The value that is being followed, if any is. */
  const current = (): LiveValue | undefined => {
    if (next?.failed === true) next = undefined
    if (next !== undefined) return next
    return shown === undefined || shown.done || shown.failed ? undefined : shown
  }

  /** Looks for what may open data; returns where to go on, or `MORE`. */
  const seek = (text: string, from: number): number => {
    let at = from
    while (at < text.length && text.charCodeAt(at) !== LESS && !opens(text, at)) at++
    if (at >= text.length) return at > from ? at : MORE
    if (text[at] === '<') return tag(text, at, from)
    const kind = text[at] === '{' ? 'object' : 'array'
    const suits = anchors?.shapes.some(shape => shape.kind === kind || shape.kind === 'any')
    if (suits === false) return at + 1
    next = new LiveValue(anchors, limits.depth)
    return at
  }

  /** Says whether data may begin here: of many braces at the last, a list where a line does. */
  const opens = (text: string, at: number): boolean => {
    const code = text.charCodeAt(at)
    if (thinking || (code !== OPEN_BRACE && code !== OPEN_BRACKET)) return false
    return code === OPEN_BRACE ? text.charCodeAt(at + 1) !== OPEN_BRACE : beginsLine(text, at)
  }

  const beginsLine = (text: string, at: number): boolean => {
    const start = blanksBefore(text, at)
    return start === 0 ? !amidLine : text.charCodeAt(start - 1) === NEWLINE
  }

  const tag = (text: string, at: number, from: number): number => {
    const found = readTag(text, at)
    if (found === undefined) {
      const cut = text.length - at < LONGEST_TAG && !text.includes('>', at)
      return cut ? (at > from ? at : MORE) : at + 1
    }
    if (found.kind === 'reasoning') thinking = !found.closing
    if (found.kind === 'reasoning' && found.closing && shown !== undefined) {
      // What came before the end of reasoning was only thought.
      shown = undefined
      reset = true
    }
    return found.end
  }

  /** A candidate is shown once it has what data has; the first one from its first bracket on. */
  const promote = (candidate: LiveValue): void => {
    if (candidate !== next) return
    const first = shown === undefined || (shown.failed && !shown.hasContent)
    if (first || candidate.isWorthy) {
      shown = candidate
      reset ||= !first
    }
    if (first || candidate.isWorthy || candidate.done) next = undefined
  }

  return {
    push(piece) {
      if (ended) throw new TypeError('The stream has ended.')
      // A provider's chunk without text is one of none.
      const chunk = typeof piece === 'string' ? piece : ''
      chunks.push(chunk)
      reset = false
      follow(rest + chunk.slice(0, left))
      left = Math.max(0, left - chunk.length)
      shown?.publish()
      const tree = shown?.tree
      if (tree?.isDue(chunk.length) === false) return unchanged(update)
      update = updateOf(tree, reset)
      return update
    },
    end(finishReason) {
      ended = true
      const text = chunks.join('')
      return parseReply(text, finishReason === undefined ? options : { ...options, finishReason })
    }
  }
}

/** Copies nothing before somebody looks. */
function updateOf(tree: LiveTree | undefined, reset: boolean): StreamUpdate {
  const changes = tree?.takeChanges()
  const pending = tree?.pending
  let changed: readonly Path[] | undefined
  let taken: { readonly snapshot: unknown } | undefined
  return {
    get changed() {
      changed ??= changes?.() ?? []
      return changed
    },
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
