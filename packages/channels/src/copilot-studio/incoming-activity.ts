/** An activity that came in, of which nothing is known but that it is an object. */
export type IncomingActivity = Readonly<Record<string, unknown>>

/** What the agent says about a piece of streamed text. */
export type StreamInfo = {
  type: string
  /** Null where the far side names no stream. */
  id: string | null
  /** Place in the stream, from 1; null where it names none. */
  sequence: number | null
}

const isObject = (value: unknown): value is IncomingActivity =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the data of a frame; null when it is no activity. */
export function readActivity(raw: string): IncomingActivity | null {
  try {
    const value: unknown = JSON.parse(raw)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** Finds the stream info of a `typing` activity: an entity, or the older form in `channelData`. */
export function streamInfo(activity: IncomingActivity): StreamInfo | null {
  if (activity.type !== 'typing') return null
  const entities = Array.isArray(activity.entities) ? activity.entities : []
  const places = [...entities.filter(entity => entity?.type === 'streaminfo'), activity.channelData]
  const info = places.find(place => isObject(place) && typeof place.streamType === 'string')
  if (!info) return null
  const { streamType, streamId, streamSequence } = info
  return {
    type: streamType,
    id: typeof streamId === 'string' ? streamId : null,
    sequence: Number.isInteger(streamSequence) && streamSequence >= 1 ? streamSequence : null
  }
}
