import type { Activity } from '../../wire/activity.ts'
import type { Answer } from '../answer.ts'
import { messageOf, proseWithFence } from './message.ts'

const sources = [
  {
    name: 'Travel policy',
    url: 'https://policy.example.com/travel#booking',
    abstract: 'Trips are booked at least two weeks ahead.'
  },
  {
    name: 'Expense guide',
    url: 'https://policy.example.com/expenses',
    abstract: 'Keep the receipts of the trip.'
  }
]

/** Sources as the schema.org entity that generative answers carry. */
export function withCitations(answer: Answer): Activity[] {
  const citation = sources.map((appearance, index) => ({
    '@type': 'Claim',
    position: index + 1,
    appearance: { '@type': 'DigitalDocument', ...appearance }
  }))
  const entity = {
    type: 'https://schema.org/Message',
    '@type': 'Message',
    '@context': 'https://schema.org',
    '@id': '',
    additionalType: ['AIGeneratedContent'],
    citation
  }
  const prose = `${answer.prose} [1] [2]`
  return [{ ...messageOf(proseWithFence({ ...answer, prose }), answer), entities: [entity] }]
}

/** The choices as buttons of the message, in words only. */
export function withSuggestedActions(answer: Answer): Activity[] {
  const choices = answer.envelope?.suggestedInputs?.choices ?? []
  const offered = choices.length > 0 ? choices : [{ title: 'Start over', value: 'start over' }]
  const actions = offered.map(({ title, value }) => ({ type: 'imBack', title, value }))
  return [{ ...messageOf(answer.prose, answer), suggestedActions: { actions, to: ['user'] } }]
}

/** Each sentence is a message; the data comes in a fence with the last one. */
export function asSeveralMessages(answer: Answer): Activity[] {
  const sentences = answer.prose.split(/(?<=[.!?]) /)
  const last = sentences.pop() ?? ''
  const first = sentences.map(text => messageOf(text, { card: null }))
  return [...first, messageOf(proseWithFence({ ...answer, prose: last }), answer)]
}

/** How the service reports throttling and failures: as words of the bot. */
export const asErrorCode = (code: string): Activity[] => [
  {
    type: 'message',
    text: `Sorry, something went wrong while I was working on this. Error code: ${code}.`
  }
]

/** Hands the conversation to a person. */
export const asHandoff = (answer: Answer): Activity[] => [
  { type: 'message', text: 'I am connecting you with a person.' },
  {
    type: 'event',
    name: 'handoff.initiate',
    value: { message: 'Please take over.', lastWords: answer.prose }
  }
]

/** Says goodbye and closes the conversation. */
export const asEndOfConversation = (answer: Answer): Activity[] => [
  messageOf(proseWithFence(answer), answer),
  { type: 'endOfConversation', code: 'completedSuccessfully' }
]

/**
 * Activities the service does send and the official client throws away, because its schema
 * dislikes them: the answer arrives only at a client that reads leniently.
 */
export const asDroppedByOfficialClient = (answer: Answer): Activity[] => [
  { type: 'event', name: 'status', text: null, value: null },
  { ...messageOf(answer.prose, { card: null }), locale: '' },
  {
    ...messageOf(proseWithFence(answer), answer),
    suggestedActions: { actions: [{ type: 'imBack', title: 'Go on', value: 'go on' }] }
  }
]
