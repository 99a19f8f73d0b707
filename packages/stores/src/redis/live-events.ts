import { isTurnwiseError, type StoredEvent, type TurnEvent } from '@turnwise/engine'
import { pack, unpack, unpackBeside } from '../packed/pack.ts'
import type { RedisReply } from './client.ts'
import type { Connection } from './connection.ts'
import type { ConversationKeys } from './keys.ts'
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
  const pageFrom = async ({ events, history }: Keys, { id, itself }: Position): Promise<Page> => {
    // What is no id of ours is not asked for.
    if (!/^(?:0|\d{1,15}-\d{1,15})$/.test(id))
      return { kind: 'unknown', last: await lastId(events) }
    const where = [id, itself ? '' : '(', String(mostAtOnce)]
    const [kind, rest] = await run('events', [events, history], where)
    return kind === 'unknown'
      ? { kind, last: String(rest) }
      : { kind: 'events', events: (rest as RedisReply[]).map(eventOf) }
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
      keys: Keys,
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
      let position: Position = place
      const leave = [await connection.listen(keys.events, bell.ring), connection.onGap(bell.ring)]
      try {
        while (!ended.aborted) {
          bell.answered()
          const page = await pageFrom(keys, position).catch(notNow)
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
            position = { id: event.id }
            yield event
            if (signal.aborted) return
          }
          if (page.events.length === 0) await bell.rung(lookAgain)
        }
        // The place is good at another worker.
        if (!signal.aborted) yield reset(position.id)
      } finally {
        for (const leaving of leave) leaving()
      }
    }
  }
}

/** What a reader reads: the stream, and the history that the ends of turns are packed beside. */
type Keys = Pick<ConversationKeys, 'events' | 'history'>

/** After the event with this id, or with the event itself. */
type Position = { id: string; itself?: boolean }

/** Where reading begins; where that is not kept, the newest event. */
export type Place = Position & { kind: 'at' | 'unknown' }

type Page = { kind: 'unknown'; last: string } | { kind: 'events'; events: readonly StoredEvent[] }

const notNow = (error: unknown): null => {
  if (isTurnwiseError(error) && error.retryable) return null
  throw error
}

const reset = (id: string): StoredEvent => ({ event: 'reset', data: {}, id, tid: null })

const idOf = (entry: RedisReply | undefined): string | null =>
  entry === undefined ? null : String((entry as RedisReply[])[0])

const eventOf = (element: RedisReply): StoredEvent => {
  const [id, fields, entry] = element as [RedisReply, Buffer[], Buffer?]
  // Either the turn and the event, or the event alone.
  const [tid, packed] = fields.length > 2 ? [String(fields[1]), fields[3]] : [null, fields[1]]
  const bytes = packed as Buffer
  const event = entry ? unpackBeside<TurnEvent>(bytes, entry) : unpack<TurnEvent>(bytes)
  return { ...event, id: String(id), tid }
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
