import type { ChannelEvent } from '@turnwise/engine'
import type { EventSourceMessage } from 'eventsource-parser'
import { Deltas } from './deltas.ts'
import { replyTooLarge } from './errors.ts'
import { readActivity, streamInfo } from './incoming-activity.ts'

/**
 * Turns the events of a stream into those of a channel, up to the end.
 *
 * A frame that is no activity is passed on as it came: what to make of it is decided where it is
 * recorded. The connection is closed before `end` is told.
 *
 * @throws TurnwiseError `ERR_CHANNEL_REPLY_TOO_LARGE` at one activity too many
 */
export async function* replyEvents(
  events: AsyncIterable<EventSourceMessage>,
  maxActivities: number
): AsyncGenerator<ChannelEvent> {
  const deltas = new Deltas()
  let activities = 0
  let ended = false
  for await (const { event, data } of events) {
    ended = event === 'end'
    if (ended) break
    if (event !== 'activity') continue
    const activity = readActivity(data)
    if (!activity || !streamInfo(activity)) activities += 1
    if (activities > maxActivities) throw replyTooLarge(`${maxActivities} activities`)
    yield { type: 'activity', raw: data }
    const delta = activity && deltas.read(activity)
    if (delta) yield { type: 'delta', ...delta }
  }
  if (ended) yield { type: 'end' }
}
