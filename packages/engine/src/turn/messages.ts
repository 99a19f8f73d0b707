import type { DisplayMessage, Message, ParsedTurn } from '@turnwise/schema'
import type { Reply } from '../ports/stored-conversation.ts'
import { summaryOf } from './card-summary.ts'
import type { LoadedTurn } from './load.ts'
import { messageIdOf } from './message-id.ts'

/** A message that is nothing but text, yet to be filled in. */
export const plain: DisplayMessage = { kind: 'text', citations: [], suggestedActions: [] }

/** The turn in the transcript: what the user did, then what the agent said. */
export const messagesOf = (
  turn: LoadedTurn,
  said: readonly DisplayMessage[],
  at: string
): readonly Message[] => {
  const own = turn.input.kind === 'start' ? [] : [ownMessage(turn)]
  return [
    ...own,
    ...said.map((message, index) => messageOf(turn, message, own.length + index, at, 'assistant'))
  ]
}

/** What the system itself has to tell of a turn. */
export const noteOf = (turn: LoadedTurn, text: string, index: number, at: string): Message =>
  messageOf(turn, { ...plain, kind: 'status', text }, index, at, 'system')

/** A card of the workflow itself. */
export const cardMessage = (
  turn: LoadedTurn,
  card: Record<string, unknown>,
  index: number,
  at: string
): Message => messageOf(turn, { ...plain, kind: 'card', card }, index, at, 'system')

/** A turn never shows nothing. */
export const silence = (turn: LoadedTurn, parsed: ParsedTurn, reply: Reply): Message =>
  noteOf(
    turn,
    parsed.parseErrors.length > 0
      ? 'The agent answered, but nothing of it could be shown.'
      : 'The agent answered without words.',
    turn.input.kind === 'start' ? 0 : 1,
    reply.receivedAt
  )

const ownMessage = (turn: LoadedTurn): Message => {
  const text = turn.input.kind === 'text' ? turn.input.text : summaryOf(turn)
  return messageOf(turn, { ...plain, text }, 0, turn.grant.record.admittedAt, 'user')
}

/** A message of this turn, by its place there. */
export const messageOf = (
  turn: LoadedTurn,
  message: DisplayMessage,
  index: number,
  createdAt: string,
  role: Message['role']
): Message => {
  const id = messageIdOf(turn.number, index)
  return {
    id,
    role,
    ...message,
    ...(message.kind === 'card' ? { cardId: `card-${id}` } : {}),
    citations: [...message.citations],
    suggestedActions: [...message.suggestedActions],
    createdAt
  }
}
