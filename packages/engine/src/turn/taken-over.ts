import type { Message } from '@turnwise/schema'
import type { Fork } from '../ports/stored-conversation.ts'
import { messageIdOf } from './message-id.ts'

/** The transcript a fork begins with: what was said before, under ids of the new conversation. */
export const takenOver = (fork: Fork, number: number): readonly Message[] =>
  fork.messages.map((message, index) => {
    const id = messageIdOf(number, index)
    return { ...message, id, ...(message.card === undefined ? {} : { cardId: `card-${id}` }) }
  })
