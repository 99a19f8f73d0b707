import { isTurnwiseError, type TurnwiseError } from '../../errors.ts'
import type { Channel, ChannelEvent, ChannelHandles } from '../../ports/channel.ts'

/** Everything that came, and the failure that ended it. */
export type Heard = { events: readonly ChannelEvent[]; error: TurnwiseError | null }

const patient = new AbortController().signal

/** Reads to the end; what is thrown and is no operational failure is a defect and passes. */
export const hear = async (
  events: AsyncIterable<ChannelEvent>,
  onEvent: (event: ChannelEvent) => void = () => {}
): Promise<Heard> => {
  const heard: ChannelEvent[] = []
  try {
    for await (const event of events) {
      heard.push(event)
      onEvent(event)
    }
    return { events: heard, error: null }
  } catch (error) {
    if (!isTurnwiseError(error)) throw error
    return { events: heard, error }
  }
}

/** The place of a message; each conversation has an id of its own. */
export const placeOf = (turnId = 'turn-1', ref: string = crypto.randomUUID()) => ({
  ref,
  turnId,
  ask: 0
})

/** Sends one message. */
export const send = (
  channel: Channel,
  handles: ChannelHandles & { ref: string } = placeOf(),
  signal: AbortSignal = patient,
  onEvent?: (event: ChannelEvent) => void
): Promise<Heard> =>
  hear(channel.send({ kind: 'text', text: 'Hello' }, handles, { signal, locale: 'en-US' }), onEvent)

export const open = (channel: Channel, handles: ChannelHandles, signal = patient): Promise<Heard> =>
  hear(channel.start(handles, { signal, locale: 'en-US' }))

/** Reads the reply to an earlier message back. */
export const recover = (
  channel: Channel,
  handles: ChannelHandles & { ref: string },
  signal = patient
): Promise<Heard> => {
  if (channel.recover === undefined) throw new TypeError('this channel reads nothing back')
  return hear(channel.recover(handles, { signal }))
}

export const activitiesOf = ({ events }: Heard): string[] =>
  events.flatMap(event => (event.type === 'activity' ? [event.raw] : []))

/** Whether the far side said that it was done, as the last thing and once. */
export const isWhole = ({ events, error }: Heard): boolean =>
  error === null &&
  events.at(-1)?.type === 'end' &&
  events.filter(({ type }) => type === 'end').length === 1
