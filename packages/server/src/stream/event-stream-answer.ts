import { type EventStreamOptions, eventStream, type SentEvent } from './event-stream.ts'

/**
 * Answers with a stream of events.
 *
 * @see eventStream for what `open` owes
 */
export const eventStreamAnswer = (
  open: (signal: AbortSignal) => AsyncIterable<SentEvent>,
  options: EventStreamOptions & { headers?: Readonly<Record<string, string>> }
): Response =>
  new Response(eventStream(open, options), {
    headers: {
      'content-type': 'text/event-stream',
      // A proxy that collects the stream before it passes it on would make it useless.
      'x-accel-buffering': 'no',
      ...options.headers
    }
  })
