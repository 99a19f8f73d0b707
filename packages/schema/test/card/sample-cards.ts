const SCHEMA = 'http://adaptivecards.io/schemas/adaptive-card.json'
const PIXEL = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk'

const adaptiveCard = (version: string, content: object) => ({
  $schema: SCHEMA,
  type: 'AdaptiveCard',
  version,
  ...content
})

/** The card that confirms a travel request: text, facts and two buttons. */
export const TRAVEL_CONFIRMATION = adaptiveCard('1.5', {
  body: [
    { type: 'TextBlock', text: 'Confirm your trip', size: 'Large', weight: 'Bolder', wrap: true },
    {
      type: 'FactSet',
      facts: [
        { title: 'From', value: 'Zürich (ZRH)' },
        { title: 'To', value: 'Lisboa (LIS)' },
        { title: 'Dates', value: '2026-12-03 – 2026-12-09' }
      ]
    },
    {
      type: 'Input.Text',
      id: 'comment',
      label: 'Anything to add?',
      isMultiline: true,
      maxLength: 200
    },
    { type: 'Input.Toggle', id: 'insurance', title: 'Add insurance', value: 'false' }
  ],
  actions: [
    {
      type: 'Action.Submit',
      id: 'confirm',
      title: 'Book',
      style: 'positive',
      data: { action: 'confirm', tripId: 'T-1042', legs: [{ from: 'ZRH', to: 'LIS' }] }
    },
    {
      type: 'Action.Submit',
      title: 'Cancel',
      data: { action: 'cancel' },
      associatedInputs: 'none'
    }
  ]
})

/** Every kind of input, with its limits. */
export const ALL_INPUTS = adaptiveCard('1.5', {
  body: [
    {
      type: 'Input.Text',
      id: 'name',
      label: 'Name',
      isRequired: true,
      errorMessage: 'We need a name',
      placeholder: 'Ada',
      maxLength: 40
    },
    { type: 'Input.Text', id: 'postcode', label: 'Postcode', regex: '^\\d{4,5}(-\\d{4})?$' },
    { type: 'Input.Text', id: 'mail', style: 'Email', regex: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$' },
    { type: 'Input.Number', id: 'guests', label: 'Guests', min: 1, max: 8, value: 2 },
    {
      type: 'Input.Date',
      id: 'day',
      label: 'Day',
      min: '2026-12-01',
      max: '2026-12-31',
      value: '2026-12-03'
    },
    { type: 'Input.Time', id: 'hour', label: 'Hour', min: '08:00', max: '20:00' },
    {
      type: 'Input.Toggle',
      id: 'terms',
      title: 'I accept the [terms](https://contoso.com/terms)',
      valueOn: 'yes',
      valueOff: 'no',
      isRequired: true
    },
    {
      type: 'Input.ChoiceSet',
      id: 'room',
      style: 'compact',
      value: 'single',
      choices: [
        { title: 'Single', value: 'single' },
        { title: 'Double, with view', value: 'double,view' }
      ]
    },
    {
      type: 'Input.ChoiceSet',
      id: 'extras',
      isMultiSelect: true,
      style: 'expanded',
      choices: [
        { title: 'Breakfast', value: 'breakfast' },
        { title: 'Parking', value: 'parking' },
        { title: 'Late check-out', value: 'late' }
      ]
    }
  ],
  actions: [{ type: 'Action.Submit', title: 'Send', data: { form: 'hotel' } }]
})

/** An approval whose rejection asks for a reason in a card of its own, and one deeper. */
export const APPROVAL_WITH_SHOW_CARDS = adaptiveCard('1.5', {
  fallbackText: 'Expense report ER-7 waits for your approval.',
  body: [
    {
      type: 'Container',
      style: 'emphasis',
      bleed: true,
      items: [
        {
          type: 'ColumnSet',
          columns: [
            {
              type: 'Column',
              width: 'stretch',
              items: [{ type: 'TextBlock', text: '**Expense report**', style: 'heading' }]
            },
            {
              type: 'Column',
              width: 'auto',
              items: [
                {
                  type: 'Image',
                  url: 'https://contoso.com/pending.png',
                  height: '30px',
                  altText: 'Pending'
                }
              ]
            }
          ]
        }
      ]
    },
    { type: 'Input.Text', id: 'note', label: 'Note' }
  ],
  actions: [
    { type: 'Action.Submit', id: 'approve', title: 'Approve', data: { decision: 'approve' } },
    {
      type: 'Action.ShowCard',
      title: 'Reject',
      style: 'destructive',
      card: {
        type: 'AdaptiveCard',
        body: [{ type: 'Input.Text', id: 'reason', label: 'Reason', isRequired: true }],
        actions: [
          { type: 'Action.Submit', id: 'reject', title: 'Send', data: { decision: 'reject' } },
          {
            type: 'Action.ShowCard',
            title: 'Escalate',
            card: {
              type: 'AdaptiveCard',
              body: [{ type: 'Input.Number', id: 'level', min: 1, max: 3 }],
              actions: [{ type: 'Action.Submit', id: 'escalate', data: { decision: 'escalate' } }]
            }
          }
        ]
      }
    },
    {
      type: 'Action.ShowCard',
      title: 'Ask',
      card: {
        type: 'AdaptiveCard',
        body: [{ type: 'Input.Text', id: 'question' }],
        actions: [{ type: 'Action.Submit', id: 'ask', title: 'Send', data: 'a plain text' }]
      }
    }
  ]
})

/** What Copilot Studio asks before it uses a connection of the user. */
export const CONNECTION_CONSENT = adaptiveCard('1.5', {
  body: [
    { type: 'TextBlock', text: 'Connect to continue', weight: 'Bolder' },
    { type: 'TextBlock', text: 'I will use your *Contoso HR* connection.', wrap: true }
  ],
  actions: [
    {
      type: 'Action.Submit',
      title: 'Allow',
      data: { action: 'Allow', id: 'submit', shouldAwaitUserInput: true, connections: ['c-1'] }
    },
    { type: 'Action.Submit', title: 'Cancel', data: { action: 'Deny', id: 'submit' } }
  ]
})

/** A card that signs in through a link. */
const SIGN_IN = adaptiveCard('1.4', {
  body: [{ type: 'TextBlock', text: 'Please sign in.' }],
  authentication: {
    text: 'Sign in to see your bookings',
    connectionName: 'contoso',
    buttons: [
      { type: 'signin', title: 'Sign in', value: 'https://token.botframework.com/api/oauth/signin' }
    ]
  },
  actions: [{ type: 'Action.OpenUrl', title: 'Sign in', url: 'https://login.contoso.com/?a=1&b=2' }]
})

const QUESTIONS_AND_ANSWERS = adaptiveCard('1.3', {
  lang: 'en-GB',
  body: [
    {
      type: 'ColumnSet',
      selectAction: {
        type: 'Action.ToggleVisibility',
        targetElements: ['answer', { elementId: 'closed', isVisible: false }]
      },
      columns: [{ type: 'Column', items: [{ type: 'TextBlock', text: 'May I bring a dog?' }] }]
    },
    { type: 'Container', id: 'answer', isVisible: false, items: [] },
    { type: 'TextBlock', id: 'closed', text: 'Tap to open', isSubtle: true, spacing: 'None' }
  ]
})

const RICH_TEXT = adaptiveCard('1.2', {
  body: [
    {
      type: 'RichTextBlock',
      horizontalAlignment: 'Center',
      inlines: [
        'plain, ',
        { type: 'TextRun', text: 'bold and linked', weight: 'Bolder', highlight: true },
        {
          type: 'TextRun',
          text: ' here',
          italic: true,
          selectAction: { type: 'Action.OpenUrl', url: 'https://contoso.com/here' }
        }
      ]
    }
  ]
})

const TABLE_REPORT = adaptiveCard('1.5', {
  rtl: true,
  body: [
    {
      type: 'Table',
      firstRowAsHeader: true,
      showGridLines: false,
      gridStyle: 'accent',
      columns: [{ width: 2 }, { width: '80px', horizontalCellContentAlignment: 'Right' }],
      rows: [
        {
          type: 'TableRow',
          style: 'good',
          cells: [
            { type: 'TableCell', items: [{ type: 'TextBlock', text: 'المجموع', wrap: true }] },
            { type: 'TableCell', style: 'warning', items: [{ type: 'TextBlock', text: '٤٠٤٫٣٠' }] }
          ]
        }
      ]
    }
  ]
})

const PICTURES_AND_FILM = adaptiveCard('1.6', {
  backgroundImage: { url: 'https://contoso.com/sky.jpg', fillMode: 'Cover' },
  msteams: { width: 'Full' },
  metadata: { webUrl: 'https://contoso.com/card/1' },
  body: [
    {
      type: 'ImageSet',
      imageSize: 'Medium',
      images: [
        { type: 'Image', url: 'https://contoso.com/1.webp', altText: 'One' },
        { type: 'Image', url: PIXEL, altText: 'A dot', backgroundColor: '#FF0000' }
      ]
    },
    {
      type: 'Media',
      poster: 'https://contoso.com/poster.png',
      altText: 'How to check in',
      sources: [{ mimeType: 'video/mp4', url: 'https://contoso.com/film.mp4' }],
      captionSources: [
        { mimeType: 'text/vtt', label: 'English', url: 'https://contoso.com/film.en.vtt' }
      ]
    }
  ]
})

const EXECUTE = adaptiveCard('1.4', {
  body: [
    {
      type: 'Input.Text',
      id: 'search',
      label: 'Search',
      inlineAction: {
        type: 'Action.Submit',
        title: 'Go',
        iconUrl: 'https://contoso.com/go.png',
        tooltip: 'Search'
      }
    },
    {
      type: 'ActionSet',
      actions: [
        { type: 'Action.Execute', title: 'Refresh', verb: 'refresh', data: { page: 1 } },
        { type: 'Action.Execute', title: 'Wait', isEnabled: false, mode: 'secondary' }
      ]
    }
  ]
})

const MANY_LANGUAGES = adaptiveCard('1.0', {
  speak: '<speak>Your flight</speak>',
  body: [
    {
      type: 'TextBlock',
      text: 'می‌خواهم، 日本語, हिन्दी, 👩‍💻, $& {x} <b> [1](https://a.example/b_(c))'
    },
    { type: 'TextBlock', text: '- one\n- two\n\n[3]: https://contoso.com/three "Three"' },
    { type: 'TextBlock', text: '<https://contoso.com/> and [x] (y) and a [b][c] and f(x) = g[0]' }
  ]
})

const NOTHING = { type: 'AdaptiveCard' }

/** Cards as honest agents send them, by name. */
export const SAMPLE_CARDS: Readonly<Record<string, Record<string, unknown>>> = {
  'travel confirmation': TRAVEL_CONFIRMATION,
  'all inputs': ALL_INPUTS,
  'approval with shown cards': APPROVAL_WITH_SHOW_CARDS,
  'connection consent': CONNECTION_CONSENT,
  'sign in': SIGN_IN,
  'questions and answers': QUESTIONS_AND_ANSWERS,
  'rich text': RICH_TEXT,
  'table report': TABLE_REPORT,
  'pictures and film': PICTURES_AND_FILM,
  execute: EXECUTE,
  'many languages': MANY_LANGUAGES,
  nothing: NOTHING
}
