/** One thing on the channel, as JSON: the wire keeps whatever keys an activity has. */
export type Activity = { [key: string]: unknown }

/** What the far side may know of the activity it is answering. */
export interface IncomingActivity {
  /** What every answer carries as `replyToId`: the caller's `clientActivityID` when there is one. */
  id: string
  /** `channelData.clientActivityID`, the caller's stable name for this message; null when absent. */
  clientActivityId: string | null
  /** `activity.text`, empty for a card submit. */
  text: string
  /** `activity.value` of a card submit; undefined when the message is text. */
  value: unknown
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const name = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/**
 * Reads an activity that came in, whatever its shape.
 * @param fallbackId the id it gets when it brings none
 */
export function readIncoming(activity: unknown, fallbackId: string): IncomingActivity {
  const { id, text, value, channelData } = record(activity)
  const { clientActivityID } = record(channelData)
  const clientActivityId = name(clientActivityID)
  return {
    id: clientActivityId ?? name(id) ?? fallbackId,
    clientActivityId,
    text: typeof text === 'string' ? text : '',
    value: value ?? undefined
  }
}
