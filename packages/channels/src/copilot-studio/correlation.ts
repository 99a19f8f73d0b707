import { createHash } from 'node:crypto'
import { type ChannelHandles, guidFrom } from '@turnwise/engine'
import type { IncomingActivity } from './incoming-activity.ts'

const guidOf = (...name: readonly unknown[]): string =>
  guidFrom(createHash('sha256').update(JSON.stringify(name)).digest())

/**
 * Names an ask, as `channelData.clientActivityID`, so that its reply can be recognised after a
 * crash with nothing stored but the handles.
 */
export const clientActivityId = ({ turnId, ask }: Pick<ChannelHandles, 'turnId' | 'ask'>): string =>
  guidOf('turnwise', 'ask', turnId, ask)

/** Chooses the id of a conversation, so that a repeated start finds the one it had opened. */
export const chosenConversationId = ({ turnId }: Pick<ChannelHandles, 'turnId'>): string =>
  guidOf('turnwise', 'conversation', turnId)

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
