import { isTurnwiseError, type StoredEvent, type TurnEvent } from '@turnwise/engine'
import { pack, unpack } from '../packed/pack.ts'
import type { Connection, RedisReply } from './connection.ts'
import type { RunScript } from './run-scripts.ts'

const keptFor = 60 * 60 * 1000
const mostInConversation = 5000
const mostAtOnce = 200
/** Milliseconds between two looks at a Redis that is away: a reader waits until it is back. */
const tryAgain = 1000
/** Milliseconds after which a reader looks without having been woken: a message may be lost. */
const lookAgain = 15_000

/**
 * Live events of conversations, in streams. Readers are woken by messages on one connection for the
 * whole process, and each reads on from where it is: a slow one slows nobody.
 */
export const liveEvents = (connection: Connection, run: RunScript, closing: AbortSignal) => {
  const lastId = async (key: string): Promise<string> => {
    const newest = await connection.send(['XREVRANGE', key, '+', '-', 'COUNT', '1'])
    return idOf((newest as RedisReply[])[0]) ?? '0'
  }
  const pageAfter = async (key: string, position: string): Promise<Page> => {
    const after = eventId.exec(position)
    // What is no id of ours is not asked for.
    if (after === null) return { kind: 'unknown', last: await lastId(key) }
    const [, whole, part, told = 0] = after
    const element = whole ?? part ?? ''
    const [kind, rest] = await run('events', [key], [element, told ? '' : '(', String(mostAtOnce)])
    if (kind === 'unknown') return { kind, last: String(rest) }
    const elements = (rest as RedisReply[]).map(eventsOf)
    if (told && (elements[0]?.length ?? 0) <= Number(told))
      return { kind: 'unknown', last: await lastId(key) }
    return { kind: 'events', events: elements.flat().slice(Number(told)) }
  }

  return {
    async publish(key: string, tid: string | null, event: TurnEvent): Promise<string> {
      const args = [tid ?? '', pack(event), String(mostInConversation), String(keptFor)]
      const [kind, id] = await run('publish', [key], args)
      return kind === 'kept' ? String(id) : `${Date.now()}-0`
    },

    lastId,

    /** Reads on from a place, which is asked for first: what is published from now on comes after it. */
    async *read(
      key: string,
      from: () => Promise<Place>,
      signal: AbortSignal
    ): AsyncGenerator<StoredEvent> {
      const ended = AbortSignal.any([signal, closing])
      if (signal.aborted) return
      const bell = new Bell(ended)
      const place = await from()
      if (place.kind === 'unknown') {
        yield reset(place.id)
        return
      }
      let position = place.id
      const leave = [await connection.listen(key, bell.ring), connection.onGap(bell.ring)]
      try {
        while (!ended.aborted) {
          bell.answered()
          const page = await pageAfter(key, position).catch(notNow)
          if (signal.aborted) return
          if (page === null) {
            await bell.rung(tryAgain)
            continue
          }
          if (page.kind === 'unknown') {
            yield reset(page.last)
            return
          }
          for (const event of page.events) {
            position = event.id
            yield event
            if (signal.aborted) return
          }
          if (page.events.length === 0) await bell.rung(lookAgain)
        }
        // The place is good at another worker.
        if (!signal.aborted) yield reset(position)
      } finally {
        for (const leaving of leave) leaving()
      }
    }
  }
}

/** The id of the event that reading goes on after, or the newest one where that is not kept. */
export type Place = { kind: 'at' | 'unknown'; id: string }

type Page = { kind: 'unknown'; last: string } | { kind: 'events'; events: readonly StoredEvent[] }

const notNow = (error: unknown): null => {
  if (isTurnwiseError(error) && error.retryable) return null
  throw error
}

const reset = (id: string): StoredEvent => ({ event: 'reset', data: {}, id, tid: null })

const idOf = (entry: RedisReply | undefined): string | null =>
  entry === undefined ? null : String((entry as RedisReply[])[0])

/**
 * An element of a stream has the events that were told at once. The last of them has its id, so that
 * reading goes on with the next element; those before it have their number added.
 */
const eventId = /^(?:(0|\d{1,15}-\d{1,15})|(\d{1,15}-\d{1,15})\.(\d{1,4}))$/

const eventsOf = (element: RedisReply): StoredEvent[] => {
  const [id, fields] = element as [RedisReply, Buffer[]]
  // Either the turn and what is told of it, or that alone.
  const [tid, told] = fields.length === 4 ? [String(fields[1]), fields[3]] : [null, fields[1]]
  const events = [unpack<TurnEvent | TurnEvent[]>(told as Buffer)].flat()
  return events.map((event, index) => ({
    ...event,
    id: index + 1 < events.length ? `${id}.${index + 1}` : String(id),
    tid
  }))
}

/** Rings once for whoever waits next, however often it is rung meanwhile. */
class Bell {
  readonly #ended: AbortSignal
  #rang = false
  #wake: () => void = () => {}

  constructor(ended: AbortSignal) {
    this.#ended = ended
    ended.addEventListener('abort', this.ring, { once: true })
  }

  readonly ring = (): void => {
    this.#rang = true
    this.#wake()
  }

  answered(): void {
    this.#rang = false
  }

  rung(most: number): Promise<void> {
    if (this.#rang || this.#ended.aborted) return Promise.resolve()
    return new Promise(resolve => {
      const timer = setTimeout(resolve, most)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
