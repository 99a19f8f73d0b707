import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { cut, networkFailure, replyTooLarge } from './errors.ts'
import type { TimeLimits } from './time-limits.ts'

/** What a stream may cost. */
export type StreamLimits = {
  /** Of everything, after decompression. */
  maxBytes: number
  /** Characters of an event that is still incomplete. */
  maxFrame: number
  /** Milliseconds between two events. */
  idleTimeout: number
  limits: TimeLimits
}

/**
 * Reads server-sent events off a body until the reader leaves, which is when it has seen the end.
 *
 * Bytes are counted as they come out of decompression, so a small body that unpacks without end is
 * dropped at the cap. The connection is closed when the reader leaves, whatever the reason.
 *
 * @throws TurnwiseError `ERR_CHANNEL_CUT` when the stream stops by itself, and for time and size
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export async function* eventStream(
  body: ReadableStream<Uint8Array>,
  { maxBytes, maxFrame, idleTimeout, limits }: StreamLimits
): AsyncGenerator<EventSourceMessage, never> {
  const arrived: EventSourceMessage[] = []
  const parser = createParser({
    onEvent: event => arrived.push(event),
    maxBufferSize: maxFrame,
    onError({ type }) {
      if (type === 'max-buffer-size-exceeded') throw replyTooLarge(`${maxFrame} characters a frame`)
    }
  })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let bytes = 0
  const awaitEvent = (): void => limits.expect('idle', idleTimeout)
  try {
    awaitEvent()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) throw cut()
      bytes += value.byteLength
      if (bytes > maxBytes) throw replyTooLarge(`${maxBytes} bytes`)
      parser.feed(decoder.decode(value, { stream: true }))
      if (arrived.length === 0) continue
      limits.pause()
      for (const event of arrived.splice(0)) {
        yield event
        limits.signal.throwIfAborted()
      }
      awaitEvent()
    }
  } catch (error) {
    throw networkFailure(error, limits, true)
  } finally {
    limits.pause()
    await reader.cancel().catch(() => {})
  }
}
