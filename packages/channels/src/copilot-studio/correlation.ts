import { createHash } from 'node:crypto'
import type { ChannelHandles } from '@turnwise/engine'
import type { IncomingActivity } from './incoming-activity.ts'

/**
 * Derives a GUID from a name, always the same one: version 8 of RFC 9562 over SHA-256.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-5.8
 */
function guidFrom(name: readonly unknown[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(name)).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const groups = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(bytes.toString('hex'))
  return groups?.slice(1).join('-') ?? ''
}

/**
 * Names an ask, as `channelData.clientActivityID`, so that its reply can be recognised after a
 * crash with nothing stored but the handles.
 */
export const clientActivityId = ({ turnId, ask }: Pick<ChannelHandles, 'turnId' | 'ask'>): string =>
  guidFrom(['turnwise', 'ask', turnId, ask])

/** Chooses the id of a conversation, so that a repeated start finds the one it had opened. */
export const chosenConversationId = ({ turnId }: Pick<ChannelHandles, 'turnId'>): string =>
  guidFrom(['turnwise', 'conversation', turnId])

/**
 * Tells whether an activity answers the ask of that name.
 *
 * The protocol gives every answer the id of what it answers as `replyToId`, and Web Chat names what
 * it sends by `clientActivityID`. That the two are the same on the real service is not documented:
 * where they are not, nothing is recognised and the turn ends as uncertain, never with the reply to
 * another message.
 */
export const answers = (activity: IncomingActivity, clientActivityID: string): boolean =>
  activity.replyToId === clientActivityID
