import { isTurnwiseError, type TurnwiseError } from '../errors.ts'
import type { ChannelEvent, Usage } from '../ports/channel.ts'
import { showable } from './hold-back.ts'
import type { LoadedTurn } from './load.ts'
import type { Parts } from './parts.ts'

/** What was heard until the reply ended, one way or another. */
export type Heard = {
  activities: readonly string[]
  ref: string | null
  /** The agent said that it was done. */
  whole: boolean
  /** What was shown while it was written, by message. */
  shown: readonly string[]
  /** Why it ended early. */
  error: TurnwiseError | null
  usage: Usage | null
}

/**
 * Collects a reply and passes its text on while it is written.
 *
 * @param to the far side's conversation id as it is known, and whether people read along: not when the
 *   reply is read back, for its text has been passed on or comes whole, and not with a re-ask
 * @throws whatever the channel throws that is no operational failure: a bug
 */
export const listen = async (
  events: AsyncIterable<ChannelEvent>,
  to: { turn: LoadedTurn; ref: string | null; live: boolean },
  parts: Parts
): Promise<Heard> => {
  const { turn, live } = to
  const activities: string[] = []
  const streams = new Map<string, { text: string; shown: string }>()
  let { ref } = to
  let whole = false
  let error: TurnwiseError | null = null
  let usage: Usage | null = null

  const show = async (stream: string, text: string): Promise<void> => {
    const written = streams.get(stream) ?? { text: '', shown: '' }
    streams.set(stream, written)
    written.text += text
    const visible = turn.workflow.data === null ? written.text : showable(written.text)
    const more = visible.slice(written.shown.length)
    if (more === '') return
    written.shown = visible
    const index = [...streams.keys()].indexOf(stream) + (turn.input.kind === 'start' ? 0 : 1)
    const messageId = messageIdOf(turn.number, index)
    await parts.store.publish(turn.grant.address, turn.grant.tid, {
      event: 'message-delta',
      data: { turn: turn.number, messageId, text: more }
    })
  }

  try {
    for await (const event of events) {
      if (event.type === 'ref') ref = event.ref
      else if (event.type === 'activity') activities.push(event.raw)
      else if (event.type === 'end') whole = true
      else if (event.type === 'usage') usage = event.usage
      else if (live) await show(event.stream, event.text)
    }
  } catch (thrown) {
    if (!isTurnwiseError(thrown)) throw thrown
    error = thrown
  }
  const shown = [...streams.values()].map(stream => stream.shown)
  return { activities, ref, whole: whole && error === null, shown, error, usage }
}

/** The id of a message: its turn and its place there, the user's own message first. */
export const messageIdOf = (turn: number, index: number): string => `${turn}-${index}`
