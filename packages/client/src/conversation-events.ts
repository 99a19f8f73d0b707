import type { LiveEvent } from '@turnwise/schema'
import { BackOff, type RetryPolicy } from './back-off.ts'
import { transportProblem } from './client-problem.ts'
import { liveEvents, type ReceivedEvent } from './live-events.ts'

export type ConversationEventsOptions = {
  /** Opens the stream; continues after an event when one is named. */
  open: (after: string | null) => Promise<Response>
  /** Id of the last event the caller has. */
  after: string | null
  retry: RetryPolicy
  /** Milliseconds without a byte after which a connection counts as dead. */
  silence: number
  signal: AbortSignal | undefined
}

/** An event of a conversation; `id` is what a later stream can continue after. */
export type ConversationEvent = LiveEvent & { id: string | null }

/**
 * Follows a conversation through broken connections, until `signal` aborts.
 *
 * After `reset` the conversation has to be read again, because events may be missing; the stream
 * goes on by itself.
 *
 * @throws ClientProblem when the conversation is unknown, or the server stays away
 */
export async function* conversationEvents(
  options: ConversationEventsOptions
): AsyncGenerator<ConversationEvent> {
  const { open, retry, silence, signal } = options
  const backOff = new BackOff(retry)
  let { after } = options
  let gap = false
  while (!signal?.aborted) {
    try {
      const response = await open(after)
      // Nothing to continue from: what happened since the connection broke is not known here.
      if (gap) yield { event: 'reset', data: {}, id: null }
      gap = false
      for await (const received of liveEvents(response, silence)) {
        backOff.progressed()
        after = received.id ?? after
        yield named(received)
      }
      throw transportProblem('ERR_NETWORK', 0)
    } catch (error) {
      if (signal?.aborted) return
      gap = after === null
      await backOff.pause(error, signal).catch((reason: unknown) => {
        if (!signal?.aborted) throw reason
      })
    }
  }
}

const named = ({ id, event }: ReceivedEvent): ConversationEvent => ({ ...event, id })
