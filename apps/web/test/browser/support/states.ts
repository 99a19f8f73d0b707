import type { Page } from 'playwright-core'
import type { House } from './house.ts'
import { answers, begin, conversation, heard, say, toCard, toSummary } from './travel.ts'

/** A state that a person can find the app in, and how it gets there. */
export type State = {
  name: string
  /** Kept as a picture in both themes and three widths. */
  picture?: true
  reach: (page: Page, house: House) => Promise<void>
}

const open = async (page: Page, button: string, exact = true): Promise<void> => {
  await page.getByRole('button', { name: button, exact }).click()
}

export const states: readonly State[] = [
  {
    name: 'empty',
    picture: true,
    reach: async (page, house) => {
      await page.goto(house.url)
      await page.getByRole('main').getByRole('button', { name: 'Travel request' }).waitFor()
    }
  },
  {
    name: 'loading',
    reach: async (page, house) => {
      await begin(page, house.url)
      await page.route('**/api/chat/conversations/*', () => {})
      await page.reload()
      await page.getByText('Reading the conversation', { exact: true }).waitFor()
    }
  },
  { name: 'greeted', reach: (page, house) => begin(page, house.url) },
  {
    name: 'streaming',
    picture: true,
    reach: async (page, house) => {
      await begin(page, house.url)
      await say(page, answers[0].say)
      await heard(page, answers[0].asked)
      await house.script({ style: 'streamed', stepMs: 900 })
      await say(page, 'On the 1st of December 2026')
      await page
        .locator('[data-writing]')
        .getByText(/Noted: dep/)
        .waitFor()
    }
  },
  {
    name: 'data being written',
    picture: true,
    reach: async (page, house) => {
      await begin(page, house.url)
      await say(page, answers[0].say)
      await heard(page, answers[0].asked)
      await house.script({ style: 'streamed', stepMs: 700 })
      await say(page, 'On the 1st of December 2026')
      await page.getByText('(not final yet)').waitFor({ state: 'attached', timeout: 20_000 })
    }
  },
  {
    name: 'asked for a day',
    reach: async (page, house) => {
      await begin(page, house.url)
      await say(page, answers[0].say)
      await heard(page, answers[0].asked)
    }
  },
  {
    name: 'card',
    picture: true,
    reach: async (page, house) => {
      await begin(page, house.url)
      await toCard(page)
    }
  },
  {
    name: 'card with errors',
    picture: true,
    reach: async (page, house) => {
      await begin(page, house.url, 'Small talk')
      await house.script({ activities: [formCard], correlate: true })
      await say(page, 'A form, please')
      await page.getByRole('button', { name: 'Send the form' }).click()
      await page.getByText('Please tell your name').waitFor()
    }
  },
  {
    name: 'used card',
    reach: async (page, house) => {
      await begin(page, house.url)
      await toCard(page)
      await page.getByRole('button', { name: 'Change' }).click()
      await heard(page, 'What would you like to change?')
    }
  },
  {
    name: 'rich answer',
    picture: true,
    reach: async (page, house) => {
      await begin(page, house.url, 'Small talk')
      await house.script({ activities: [richAnswer], correlate: true })
      await say(page, 'Tell me everything')
      await heard(page, 'A heading')
    }
  },
  {
    name: 'error',
    picture: true,
    reach: async (page, house) => {
      await begin(page, house.url)
      await say(page, answers[0].say)
      await heard(page, answers[0].asked)
      await house.script({ fault: { kind: 'status', status: 429, retryAfter: 1 }, times: 1 })
      await say(page, answers[1].say)
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    }
  },
  {
    name: 'uncertain',
    reach: async (page, house) => {
      await begin(page, house.url)
      await house.script({ fault: { kind: 'drop', after: 1, lost: true } })
      await say(page, answers[0].say)
      await page.getByRole('button', { name: 'Edit and send again' }).waitFor()
    }
  },
  {
    name: 'stopped',
    reach: async (page, house) => {
      await begin(page, house.url)
      await house.script({ stepMs: 400 })
      await say(page, answers[0].say)
      await page.locator('[data-writing]').getByText('Noted').waitFor()
      await open(page, 'Stop')
      await conversation(page).getByText('Stopped.').waitFor()
    }
  },
  {
    name: 'offline',
    picture: true,
    reach: async (page, house) => {
      await begin(page, house.url)
      await say(page, answers[0].say)
      await heard(page, answers[0].asked)
      await page.context().setOffline(true)
      await page.getByText('No connection to the server').waitFor()
      await say(page, answers[1].say)
      await page.getByText('Not sent yet').waitFor()
    }
  },
  {
    name: 'gone',
    reach: async (page, house) => {
      await page.goto(`${house.url}/c/never-was`)
      await page.getByText('This conversation is gone').waitFor()
    }
  },
  {
    name: 'unreadable',
    reach: async (page, house) => {
      await page.route(/conversations\/never-was/, route =>
        route.fulfill({ contentType: 'text/html', body: '<h1>Proxy</h1>' })
      )
      await page.goto(`${house.url}/c/never-was`)
      await page.getByText('cannot be read now').waitFor()
    }
  },
  {
    name: 'completed',
    picture: true,
    reach: async (page, house) => {
      await begin(page, house.url)
      await toSummary(page)
    }
  },
  {
    name: 'guarded and waiting for the user',
    picture: true,
    reach: async (page, house) => {
      await begin(page, house.url, 'Payment')
      await say(page, 'Pay Ada Example 120 EUR, DE02 1203 0000 0000 2020 51')
      await heard(page, 'Please check the payment')
      await say(page, 'make it 140 EUR')
      await heard(page, '140 EUR')
      await house.script({ envelope: { action: 'complete' }, style: 'value', text: 'Paid it.' })
      await say(page, 'just do it')
      await heard(page, 'Paid it.')
      await page.getByText('needs your confirmation on the card').waitFor({ state: 'attached' })
      await page.getByRole('button', { name: 'Confirm' }).last().waitFor()
    }
  },
  {
    name: 'guarded and paid',
    picture: true,
    reach: async (page, house) => {
      await begin(page, house.url, 'Payment')
      await say(page, 'Pay Ada Example 120 EUR, DE02 1203 0000 0000 2020 51')
      await page.getByRole('button', { name: 'Confirm' }).click()
      await heard(page, 'was paid')
    }
  },
  {
    name: 'declined by the user',
    reach: async (page, house) => {
      await begin(page, house.url, 'Payment')
      await say(page, 'Pay Ada Example 120 EUR, DE02 1203 0000 0000 2020 51')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await heard(page, 'Nothing was paid')
    }
  },
  {
    name: 'step by step',
    picture: true,
    reach: async (page, house) => {
      await begin(page, house.url, 'Onboarding')
      await say(page, 'I am Ada Example, ada@example.com, I start on 1 February 2027')
      await heard(page, 'What do you need')
      await say(page, 'a laptop')
      await heard(page, 'Do you accept our policies')
    }
  },
  {
    name: 'handed to a person',
    picture: true,
    reach: async (page, house) => {
      await begin(page, house.url, 'IT incident')
      await say(page, 'The printer does nothing')
      await heard(page, 'How urgent is it?')
      await say(page, 'high')
      await heard(page, 'Did that help?')
      await say(page, 'no')
      await heard(page, 'Then something else')
      await say(page, 'no')
      await heard(page, 'connecting you with a person')
      await page.getByRole('heading', { level: 2, name: 'IT incident' }).last().waitFor()
    }
  },
  {
    name: 'list in a sheet',
    reach: async (page, house) => {
      await page.setViewportSize({ width: 320, height: 640 })
      await begin(page, house.url)
      await open(page, 'Conversations')
      await page.getByRole('dialog').getByRole('link').first().waitFor()
    }
  },
  {
    name: 'state in a sheet',
    reach: async (page, house) => {
      await page.setViewportSize({ width: 320, height: 640 })
      await begin(page, house.url)
      await open(page, 'State')
      await page.getByRole('dialog').getByText('Collected so far').waitFor()
    }
  },
  {
    name: 'asked before deleting',
    reach: async (page, house) => {
      await begin(page, house.url)
      await page
        .getByRole('button', { name: /^Delete Travel request/ })
        .first()
        .click()
      await page.getByRole('alertdialog').waitFor()
    }
  }
]

const formCard = {
  type: 'message',
  text: 'Here is the form.',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        type: 'AdaptiveCard',
        version: '1.5',
        body: [
          { type: 'TextBlock', text: 'About you', weight: 'Bolder', size: 'Medium', wrap: true },
          {
            type: 'Input.Text',
            id: 'name',
            label: 'Name',
            isRequired: true,
            errorMessage: 'Please tell your name'
          },
          { type: 'Input.Number', id: 'guests', placeholder: 'How many guests', min: 1, max: 9 },
          { type: 'Input.Date', id: 'day', label: 'Day' },
          { type: 'Input.Time', id: 'hour', label: 'Hour' },
          { type: 'Input.Toggle', id: 'news', title: 'Send me news' },
          {
            type: 'Input.ChoiceSet',
            id: 'meal',
            label: 'Meal',
            style: 'expanded',
            isRequired: true,
            choices: [
              { title: 'Soup', value: 'soup' },
              { title: 'Salad', value: 'salad' }
            ]
          },
          {
            type: 'Input.ChoiceSet',
            id: 'seats',
            label: 'Seats',
            isMultiSelect: true,
            choices: [
              { title: 'Window', value: 'window' },
              { title: 'Aisle', value: 'aisle' }
            ]
          },
          {
            type: 'Input.ChoiceSet',
            id: 'room',
            label: 'Room',
            choices: [
              { title: 'Large', value: 'large' },
              { title: 'Small', value: 'small' }
            ]
          },
          { type: 'Image', url: 'https://pictures.example/cat.png', altText: 'A cat' }
        ],
        actions: [
          { type: 'Action.Submit', title: 'Send the form' },
          { type: 'Action.OpenUrl', title: 'Read more', url: 'https://more.example/page' },
          {
            type: 'Action.ShowCard',
            title: 'More',
            card: {
              type: 'AdaptiveCard',
              body: [{ type: 'Input.Text', id: 'more', label: 'More about it' }]
            }
          }
        ]
      }
    }
  ]
}

const richAnswer = {
  type: 'message',
  text: [
    '# A heading',
    'A paragraph with **strong**, *leaning* and `code`, and [a link](https://example.com/page).',
    '- one\n- two\n  1. inner\n  2. inner',
    '> Somebody said this before.',
    '```ts\nconst answer: number = 42 // and a line that is quite a bit longer than the others are\n```',
    '| Day | Where |\n| --- | --- |\n| Monday | Lisbon |\n| Tuesday | Porto |'
  ].join('\n\n'),
  suggestedActions: {
    actions: [
      { type: 'imBack', title: 'Tell me more', value: 'more' },
      { type: 'imBack', title: 'Thanks', value: 'thanks' }
    ]
  },
  entities: [
    {
      type: 'https://schema.org/Message',
      '@type': 'Message',
      '@context': 'https://schema.org',
      '@id': '',
      citation: [
        {
          '@type': 'Claim',
          position: 1,
          appearance: {
            '@type': 'DigitalDocument',
            name: 'Travel policy',
            url: 'https://intranet.example.com/policy',
            abstract: 'Trips are confirmed by the team lead.'
          }
        }
      ]
    }
  ]
}
