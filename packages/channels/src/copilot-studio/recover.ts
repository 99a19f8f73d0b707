import { isTurnwiseError } from '@turnwise/engine'
import type { EventSourceMessage } from 'eventsource-parser'
import { answers } from './correlation.ts'
import { replyTooLarge } from './errors.ts'
import type { Answer } from './exchange.ts'
import { readActivity } from './incoming-activity.ts'

/** Ids that may stand in a header. */
const resumable = /^[\x21-\x7e]{1,200}$/

/**
 * Picks the reply to one ask out of everything a conversation has kept.
 *
 * Nothing is sent, so a stream that is cut is opened again behind the last event that was seen, as
 * long as that is further than before. `end` is passed on only when something beyond `typing` was
 * recognised: a conversation at rest that holds no reply has not got one.
 *
 * @param subscribe opens the stream of what is kept, behind an event when one is named
 * @param maxBytes of the reply; what else was kept is read past
 */
export async function* keptReply(
  subscribe: (lastEventId: string | undefined) => Promise<Answer>,
  clientActivityId: string,
  maxBytes: number
): AsyncGenerator<EventSourceMessage> {
  const seen = new Set<string>()
  let lastEventId: string | undefined
  let bytes = 0
  let found = false
  for (;;) {
    const behind = lastEventId
    const { events } = await subscribe(behind)
    try {
      for await (const event of events) {
        if (event.event === 'end') {
          if (found) yield event
          return
        }
        const id = event.id && resumable.test(event.id) ? event.id : undefined
        lastEventId = id ?? lastEventId
        const activity = event.event === 'activity' ? readActivity(event.data) : null
        if (!activity || !answers(activity, clientActivityId)) continue
        // Whoever does not know the id of an event replays what was read before.
        if (id !== undefined && seen.has(id)) continue
        if (id !== undefined) seen.add(id)
        bytes += Buffer.byteLength(event.data)
        if (bytes > maxBytes) throw replyTooLarge(`${maxBytes} bytes`)
        if (activity.type !== 'typing') found = true
        yield event
      }
    } catch (error) {
      const cut = isTurnwiseError(error) && error.code === 'ERR_CHANNEL_CUT'
      if (!cut || lastEventId === behind) throw error
    }
  }
}
