import type { EventsFrom, StoredEvent, TurnEvent } from '@turnwise/engine'

const keptFor = 60 * 60 * 1000
const mostInConversation = 5000
const mostInAll = 100_000

type Kept = { event: StoredEvent; at: number }

type Stream = {
  kept: Kept[]
  /** How many events were dropped before the first one that is kept. */
  dropped: number
  /** Where turns begin, counted from the first event there ever was. */
  begins: Map<string, number>
  /** A turn has begun here; only readers without one make a stream that keeps nothing. */
  begun: boolean
  readers: number
  waiting: Set<() => void>
  forgotten: boolean
}

/**
 * Live events of conversations, in memory, for an hour.
 *
 * Ids are `<ms>-<boot><count>`: rising, and never the same again after a restart with another `boot`,
 * also when the clock was set back in between. What is kept is bounded: the conversations in which
 * nothing has happened for the longest time go first, and who reads them gets a `reset`.
 */
export class LiveLog {
  readonly #boot: number
  /** The one with the latest event last. */
  readonly #streams = new Map<string, Stream>()
  #total = 0
  #milliseconds = 0
  #count = 0

  constructor(boot: number) {
    this.#boot = boot
  }

  /** Keeps an event of a turn's beginning or end. */
  append(key: string, tid: string | null, event: TurnEvent): string {
    const stream = this.#stream(key)
    stream.begun = true
    return this.#keep(key, stream, tid, event)
  }

  /** Keeps what is said within a turn, unless the conversation has been forgotten meanwhile. */
  publish(key: string, tid: string | null, event: TurnEvent): string {
    const stream = this.#streams.get(key)
    return stream?.begun ? this.#keep(key, stream, tid, event) : this.#nextId(Date.now())
  }

  async *read(key: string, from: EventsFrom, signal: AbortSignal): AsyncGenerator<StoredEvent> {
    const stream = this.#stream(key)
    let next = positionOf(stream, from)
    stream.readers += 1
    try {
      while (!signal.aborted) {
        if (next === null || next < stream.dropped || stream.forgotten) {
          const id = stream.kept.at(-1)?.event.id ?? '0'
          yield { event: 'reset', data: {}, id, tid: null }
          return
        }
        const found = stream.kept[next - stream.dropped]
        if (found === undefined) await changed(stream, signal)
        else {
          next += 1
          yield found.event
        }
      }
    } finally {
      stream.readers -= 1
      if (stream.readers === 0 && !stream.begun) this.forget(key)
    }
  }

  /** Drops a conversation; its readers are told that there is nothing to go on from. */
  forget(key: string): void {
    const stream = this.#streams.get(key)
    if (stream === undefined) return
    this.#streams.delete(key)
    this.#drop(stream, stream.kept.length)
    stream.forgotten = true
    wake(stream)
  }

  /** Drops conversations that nobody reads and nothing has happened in. */
  sweep(): void {
    const oldest = Date.now() - keptFor
    for (const [key, stream] of this.#streams)
      if (stream.readers === 0 && (stream.kept.at(-1)?.at ?? 0) < oldest) this.forget(key)
  }

  /** Drops everything and ends every reader. */
  close(): void {
    for (const key of this.#streams.keys()) this.forget(key)
  }

  #stream(key: string): Stream {
    const existing = this.#streams.get(key)
    if (existing !== undefined) return existing
    const stream: Stream = {
      kept: [],
      dropped: 0,
      begins: new Map(),
      begun: false,
      readers: 0,
      waiting: new Set(),
      forgotten: false
    }
    this.#streams.set(key, stream)
    return stream
  }

  #keep(key: string, stream: Stream, tid: string | null, event: TurnEvent): string {
    const at = Date.now()
    const id = this.#nextId(at)
    if (tid !== null && (event.event === 'turn-started' || !stream.begins.has(tid)))
      stream.begins.set(tid, stream.dropped + stream.kept.length)
    stream.kept.push({ event: { ...event, id, tid }, at })
    this.#total += 1
    const young = stream.kept.findIndex(kept => kept.at > at - keptFor)
    this.#drop(stream, Math.max(young, stream.kept.length - mostInConversation, 0))
    this.#streams.delete(key)
    this.#streams.set(key, stream)
    // Only now: finding the first key of a map takes longer the more has been deleted before it.
    if (this.#total > mostInAll) this.#forgetOldest()
    wake(stream)
    return id
  }

  #forgetOldest(): void {
    for (const [oldest, { kept }] of this.#streams) {
      if (this.#total <= mostInAll) return
      if (kept.length > 0) this.forget(oldest)
    }
  }

  #drop(stream: Stream, count: number): void {
    if (count === 0) return
    const last = stream.kept[count]?.event.tid
    // A turn of which something is kept still has to be known to have lost its beginning.
    for (const { event } of stream.kept.splice(0, count))
      if (event.tid !== null && event.tid !== last) stream.begins.delete(event.tid)
    stream.dropped += count
    this.#total -= count
  }

  #nextId(at: number): string {
    if (at > this.#milliseconds) {
      this.#milliseconds = at
      this.#count = 0
    }
    this.#count += 1
    return `${this.#milliseconds}-${this.#boot * 1_000_000 + this.#count}`
  }
}

/** Place of the first event to read, counted from the first there ever was; null for an unknown id. */
const positionOf = (stream: Stream, from: EventsFrom): number | null => {
  const now = stream.dropped + stream.kept.length
  if (from === null) return now
  if (typeof from === 'object' && 'tid' in from) return stream.begins.get(from.tid) ?? now
  if (from === '0') return stream.dropped
  const id = typeof from === 'string' ? from : from.at
  const index = stream.kept.findLastIndex(({ event }) => event.id === id)
  return index < 0 ? null : stream.dropped + index + (id === from ? 1 : 0)
}

const changed = (stream: Stream, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const done = (): void => {
      stream.waiting.delete(done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    stream.waiting.add(done)
    signal.addEventListener('abort', done, { once: true })
  })

const wake = (stream: Stream): void => {
  for (const done of [...stream.waiting]) done()
}
