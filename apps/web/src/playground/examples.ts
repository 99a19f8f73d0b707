import type { Case } from './case.ts'

/** A case that shows one thing the reader does. */
export type Example = { readonly name: string; readonly case: Case }

const schema = (properties: object, required = Object.keys(properties)): string =>
  JSON.stringify({ type: 'object', properties, required, additionalProperties: false }, null, 2)

const example = (
  name: string,
  text: string,
  schema = '',
  options: Partial<Case> = {}
): Example => ({
  name,
  case: { text, schema, mode: 'reply', pick: 'best', strict: false, ...options }
})

const trip = schema({
  destination: { type: 'string' },
  departure: { type: 'string', format: 'date' },
  travellers: { type: 'integer' }
})

/** The first one is what the page opens with. */
export const examples: readonly [Example, ...Example[]] = [
  example(
    'A fence in prose',
    `Of course! Here is what I have noted so far:

\`\`\`json
{
  // as you said on the phone
  "destination": "Lisbon",
  "departure": '2026-12-01',
  "Travellers": "two",
}
\`\`\`

Shall I go on and look for a hotel?`,
    trip
  ),
  example(
    'A draft in the reasoning, then the answer',
    `<think>
The user wants Porto. First try: {"destination": "Porto", "departure": "2026-11-30", "travellers": 1}
No, they said two people, and the day after.
</think>
{"destination": "Porto", "departure": "2026-12-01", "travellers": 2}`,
    trip
  ),
  example(
    'Quotes nobody escaped',
    `{"title": "The "Blue" Hour", "quote": "She said "no", and left", "pages": 212}`,
    schema({ title: { type: 'string' }, quote: { type: 'string' }, pages: { type: 'integer' } })
  ),
  example(
    'Cut off in the middle',
    `Here are the open tasks:

[
  {"task": "Book the room", "done": true},
  {"task": "Send the agenda", "done": false},
  {"task": "Order the cof`,
    JSON.stringify(
      {
        type: 'array',
        items: {
          type: 'object',
          properties: { task: { type: 'string' }, done: { type: 'boolean' } },
          required: ['task']
        }
      },
      null,
      2
    )
  ),
  example(
    'Two answers that both fit',
    `Option one: {"city": "Graz", "nights": 2}

Option two: {"city": "Linz", "nights": 3}`,
    schema({ city: { type: 'string' }, nights: { type: 'integer' } })
  ),
  example(
    'A refusal',
    "I'm sorry, but I can't help with that request.",
    schema({ answer: { type: 'string' } })
  ),
  example(
    'European numbers and words',
    `{"price": "1.234,50 €", "quantity": "twelve", "express": "yes", "priority": "Höch"}`,
    schema({
      price: { type: 'number' },
      quantity: { type: 'integer' },
      express: { type: 'boolean' },
      priority: { enum: ['NIEDRIG', 'HOCH'] }
    })
  ),
  example(
    'An adaptive card',
    JSON.stringify(
      {
        type: 'AdaptiveCard',
        version: '1.5',
        body: [
          { type: 'TextBlock', text: 'Please confirm your order' },
          {
            type: 'FactSet',
            facts: [
              { title: 'Product', value: 'Desk lamp' },
              { title: 'Quantity', value: '3' }
            ]
          }
        ],
        actions: [
          { type: 'Action.Submit', title: 'Confirm', data: { product: 'Desk lamp', quantity: 3 } }
        ]
      },
      null,
      2
    ),
    schema({ product: { type: 'string' }, quantity: { type: 'integer' } })
  ),
  example(
    'Data that does not fit',
    `Here you are: {"destination": "Oslo", "departure": "soon", "travellers": "some"}`,
    trip
  ),
  example('No data at all', 'Good morning! Where would you like to go this winter?', trip),
  example(
    'A document to repair',
    `{name: 'Ada', born: 1815, /* no schema needed */
 "fields" ["mathematics", "computing",],
 "alive": False}`,
    '',
    { mode: 'document' }
  ),
  example(
    'Read strictly',
    `Sure: {"destination": "Lisbon", "departure": "2026-12-01", "travellers": 2}`,
    trip,
    { strict: true }
  )
]
