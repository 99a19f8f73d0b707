import type { TurnAnswer } from '@turnwise/schema'
import type { House } from './house.ts'

/** What a traveller says until the agent shows the card to confirm. */
export const TRIP = [
  'I want to go to Lisbon',
  '2026-12-10',
  '2026-12-14',
  'two of us',
  'for a conference'
] as const

/** A conversation in which the card waits. */
export async function untilCard(house: House): Promise<{ answer: TurnAnswer; cardId: string }> {
  let answer = await house.start({ workflowId: 'travel-request' })
  for (const text of TRIP) answer = await house.send(answer.conversationId, text)
  const cardId = answer.messages.find(message => message.cardId)?.cardId
  if (cardId === undefined) throw new Error('the agent showed no card')
  return { answer, cardId }
}
