import type { StoredEvent, TurnEvent } from '@turnwise/engine'

const kept = 60 * 60 * 1000
const most = 5000

type Stream = { events: (StoredEvent & { at: number })[]; readers: Set<() => void> }

/**
 * Live events of conversations, in memory, for an hour.
 *
 * Ids are `<ms>-<boot><count>`: rising, and never the same again after a restart with another `boot`,
 * also when the clock was set back in between.
 */
export class LiveLog {
  readonly #boot: number
  readonly #streams = new Map<string, Stream>()
  #milliseconds = 0
  #count = 0

  constructor(boot: number) {
    this.#boot = boot
  }

  append(key: string, tid: string | null, event: TurnEvent): string {
    const stream = this.#stream(key)
    const at = Date.now()
    const id = this.#nextId(at)
    stream.events.push({ ...event, id, tid, at })
    const oldest = stream.events.findIndex(stored => stored.at > at - kept)
    if (oldest > 0 || stream.events.length > most)
      stream.events.splice(0, Math.max(oldest, stream.events.length - most))
    for (const wake of stream.readers) wake()
    return id
  }

  async *read(key: string, after: string | null, signal: AbortSignal): AsyncGenerator<StoredEvent> {
    const stream = this.#stream(key)
    let position = after === null ? (stream.events.at(-1)?.id ?? '0') : after
    if (position !== '0' && !stream.events.some(stored => stored.id === position)) {
      yield { event: 'reset', data: {}, id: stream.events.at(-1)?.id ?? '0', tid: null }
      return
    }
    while (!signal.aborted) {
      const batch = stream.events.slice(indexAfter(stream.events, position))
      for (const { at: _, ...stored } of batch) {
        if (signal.aborted) return
        yield stored
        position = stored.id
      }
      if (indexAfter(stream.events, position) === stream.events.length) await woken(stream, signal)
    }
  }

  forget(key: string): void {
    const stream = this.#streams.get(key)
    if (stream === undefined) return
    stream.events.length = 0
    for (const wake of stream.readers) wake()
    this.#streams.delete(key)
  }

  /** Drops conversations that nobody reads and nothing has happened in. */
  sweep(): void {
    const oldest = Date.now() - kept
    for (const [key, stream] of this.#streams)
      if (stream.readers.size === 0 && (stream.events.at(-1)?.at ?? 0) < oldest)
        this.#streams.delete(key)
  }

  #stream(key: string): Stream {
    const existing = this.#streams.get(key)
    if (existing !== undefined) return existing
    const stream: Stream = { events: [], readers: new Set() }
    this.#streams.set(key, stream)
    return stream
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

/** Index of the first event after `id`. Ids rise, so those before a dropped position still compare. */
const indexAfter = (events: readonly StoredEvent[], id: string): number => {
  let low = 0
  let high = events.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareIds(events[middle]?.id ?? '', id) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

const compareIds = (a: string, b: string): number => {
  const [aTime = 0, aCount = 0] = a.split('-').map(Number)
  const [bTime = 0, bCount = 0] = b.split('-').map(Number)
  return aTime - bTime || aCount - bCount
}

const woken = (stream: Stream, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const wake = (): void => {
      stream.readers.delete(wake)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    stream.readers.add(wake)
    signal.addEventListener('abort', wake, { once: true })
  })
