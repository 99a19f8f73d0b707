import type { Activity } from '../../wire/activity.ts'
import type { Answer } from '../answer.ts'
import { attachment, fence, messageOf, proseWithFence } from './message.ts'

/** The words in a message, the data in its `value`. */
export const asValue = (answer: Answer): Activity[] => [
  { ...messageOf(answer.prose, answer), value: answer.envelope ?? {} }
]

/** The data as keys of an entity, among the entities any message carries. */
export const asEntities = (answer: Answer): Activity[] => [
  {
    ...messageOf(answer.prose, answer),
    entities: [
      { type: 'clientInfo', locale: 'en-US', platform: 'Simulated' },
      { type: 'workflowState', ...answer.envelope },
      { type: 'https://schema.org/Message', '@type': 'Message', '@id': '' }
    ]
  }
]

/** The data behind the one button of a card; the words are the card's as well. */
export const asCard = (answer: Answer): Activity[] => {
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.5',
    body: [{ type: 'TextBlock', text: answer.prose, wrap: true }],
    actions: [{ type: 'Action.Submit', title: 'Continue', data: answer.envelope ?? {} }]
  }
  const cards = answer.card === null ? [card] : [card, answer.card]
  return [{ type: 'message', attachments: cards.map(attachment) }]
}

/** The data between words, without a fence. */
export const asBareJson = (answer: Answer): Activity[] => [
  messageOf(
    answer.envelope === null
      ? answer.prose
      : `${answer.prose} Here is what I have: ${JSON.stringify(answer.envelope)} Tell me if that is wrong.`,
    answer
  )
]

/** A draft with another content comes first; the later object is meant. */
export const asTwoObjects = (answer: Answer): Activity[] => {
  const draft = { ...answer.envelope, prompt: 'This is only a draft.', data: {} }
  const text = `A first draft:\n\n${fence(draft)}\n\nAnd checked:\n\n${proseWithFence(answer)}`
  return [messageOf(text, answer)]
}

/** The silent failure of a structured output that gave up. */
export const asEmptyObject = (): Activity[] => [{ type: 'message', text: '{}' }]
