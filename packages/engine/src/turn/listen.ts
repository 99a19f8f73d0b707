import { isTurnwiseError, type TurnwiseError } from '../errors.ts'
import type { ChannelEvent, Usage } from '../ports/channel.ts'
import { liveReply } from './live-reply.ts'
import type { LoadedTurn } from './load.ts'
import type { Parts } from './parts.ts'

/** What was heard until the reply ended, one way or another. */
export type Heard = {
  activities: readonly string[]
  ref: string | null
  /** The agent said that it was done. */
  whole: boolean
  /** What could be shown while it was written, by message. */
  shown: readonly string[]
  /** Why it ended early. */
  error: TurnwiseError | null
  usage: Usage | null
}

/**
 * Collects a reply and passes it on while it is written.
 *
 * @param to the far side's conversation id as it is known, and whether people read along: not when the
 *   reply is read back, for it has been passed on or comes whole, and not with a re-ask
 * @throws whatever the channel throws that is no operational failure: a bug
 */
export const listen = async (
  events: AsyncIterable<ChannelEvent>,
  to: { turn: LoadedTurn; ref: string | null; live: boolean },
  parts: Parts
): Promise<Heard> => {
  const { turn, live } = to
  const activities: string[] = []
  const passedOn = liveReply(turn, parts)
  let { ref } = to
  let whole = false
  let error: TurnwiseError | null = null
  let usage: Usage | null = null
  try {
    for await (const event of events) {
      if (event.type === 'ref') ref = event.ref
      else if (event.type === 'activity') activities.push(event.raw)
      else if (event.type === 'end') whole = true
      else if (event.type === 'usage') usage = event.usage
      else if (live) passedOn.write(event.stream, event.text)
    }
  } catch (thrown) {
    if (!isTurnwiseError(thrown)) throw thrown
    error = thrown
  }
  await passedOn.settled()
  return { activities, ref, whole: whole && error === null, shown: passedOn.shown(), error, usage }
}
