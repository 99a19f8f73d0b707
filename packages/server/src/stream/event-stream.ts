import { within } from '../within.ts'

/** One server-sent event before it is written. */
export type SentEvent = { event: string; data: unknown; id?: string }

export type EventStreamOptions = {
  /** How long the stream stays silent, in milliseconds. */
  keepAlive: number
  /** Hears why reading the events failed. */
  onError: (error: unknown) => void
}

const KEEP_ALIVE = ': keep-alive\n\n'

/**
 * Writes events as a `text/event-stream` body.
 *
 * Nothing is read ahead: the next event is asked for when the client has taken the last one, so a
 * slow reader waits by itself and holds no memory here. A comment goes out whenever the reader has
 * waited `keepAlive` for an event. When the reader leaves, `open`'s signal aborts. When reading the
 * events fails, the stream ends: a client comes back with the id of its last event.
 *
 * @param open called at the first read, so that a body nobody reads costs nothing
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function eventStream(
  open: (signal: AbortSignal) => AsyncIterable<SentEvent>,
  { keepAlive, onError }: EventStreamOptions
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const left = new AbortController()
  let iterator: AsyncIterator<SentEvent> | undefined
  let next: Promise<IteratorResult<SentEvent>> | undefined
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        iterator ??= open(left.signal)[Symbol.asyncIterator]()
        next ??= iterator.next()
        try {
          const result = await within(next, keepAlive)
          // Who has left in the meantime has closed the stream.
          if (left.signal.aborted) return
          if (result === undefined) return controller.enqueue(encoder.encode(KEEP_ALIVE))
          next = undefined
          if (result.done) return controller.close()
          controller.enqueue(encoder.encode(written(result.value)))
        } catch (error) {
          onError(error)
          controller.close()
        }
      },
      cancel() {
        left.abort()
      }
    },
    { highWaterMark: 0 }
  )
}

/** JSON text holds no raw line break, so each event needs one `data` line. */
function written({ event, id, data }: SentEvent): string {
  const idLine = id === undefined || id === '' ? '' : `id: ${id}\n`
  return `event: ${event}\n${idLine}data: ${JSON.stringify(data)}\n\n`
}
