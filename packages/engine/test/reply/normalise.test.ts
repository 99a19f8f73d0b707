import { describe, expect, it } from 'vitest'
import { normalise } from '../../src/reply/normalise.ts'
import { adaptive, cardOf, message, read, type Sent, talk } from './read.ts'

const shown = (sent: Sent, rules = {}) => read([message(sent)], talk, rules).displayMessages

describe('messages', () => {
  it('[P3.2] shows text, cards, images and files in order', () => {
    const parts = shown({
      text: 'Look:',
      attachments: [
        cardOf({ a: 1 }),
        { contentType: 'image/png', contentUrl: 'https://contoso.com/a.png', name: 'A' },
        { contentType: 'application/pdf', contentUrl: 'https://contoso.com/b.pdf' },
        { name: 'nameless.bin' }
      ],
      suggestedActions: { actions: [{ type: 'imBack', title: 'Go on', value: 'go on' }] }
    })
    expect(parts.map(({ kind }) => kind)).toEqual(['text', 'card', 'image', 'file', 'file'])
    expect(parts[2]?.attachment).toEqual({
      name: 'A',
      contentType: 'image/png',
      url: 'https://contoso.com/a.png'
    })
    expect(parts[4]?.attachment).toEqual({
      name: 'nameless.bin',
      contentType: 'application/octet-stream',
      url: null
    })
    expect(parts.map(({ suggestedActions }) => suggestedActions.length)).toEqual([0, 0, 0, 0, 1])
  })

  it.each([
    ['text', { text: null }],
    ['no text', {}],
    ['a number for text', { text: 7 }],
    ['an object for text', { text: { toString: 1 } }],
    ['no list of attachments', { attachments: { contentType: {} } }],
    [
      'attachments without anything',
      { attachments: [{}, null, 'x', { contentType: 'text/html' }] }
    ],
    ['suggestions without actions', { suggestedActions: { actions: 'x' } }]
  ])('[P4] [P3.2] shows nothing for %s that is not there', (_, sent) => {
    expect(shown(sent)).toEqual([])
  })

  it('[P3.2] shows hand-over and the end of the conversation', () => {
    const parsed = read([
      message({ text: 'One moment.' }),
      { type: 'event', name: 'handoff.initiate', value: { va_AgentMessage: 'for the colleague' } },
      { type: 'handoff' },
      { type: 'event', name: 'other' },
      { type: 'endOfConversation', code: 'completedSuccessfully' },
      { type: 'endOfConversation', text: 'See you.' }
    ])
    expect(parsed.displayMessages.map(({ kind, text }) => [kind, text])).toEqual([
      ['text', 'One moment.'],
      ['handoff', undefined],
      ['handoff', undefined],
      ['status', 'The agent has ended the conversation.'],
      ['status', 'See you.']
    ])
    expect(JSON.stringify(parsed)).not.toContain('for the colleague')
  })
})

describe('suggested actions', () => {
  it.each([
    [
      { type: 'imBack', title: 'Go', value: 'go' },
      { title: 'Go', value: 'go' }
    ],
    [
      { type: 'postBack', title: 'Go', value: 'go' },
      { title: 'Go', value: 'go' }
    ],
    [{ title: 'Go' }, { title: 'Go', value: 'Go' }],
    [{ value: 'go' }, { title: 'go', value: 'go' }],
    [
      { type: 'messageBack', title: 'Go', text: 'said', value: 'v' },
      { title: 'Go', value: 'said' }
    ]
  ])('[P3.2] %j says something for the user', (action, choice) => {
    expect(shown({ text: 'Hi', suggestedActions: { actions: [action] } })).toMatchObject([
      { suggestedActions: [choice] }
    ])
  })

  it.each([
    { type: 'openUrl', title: 'Go', value: 'https://contoso.com' },
    { type: 'call', title: 'Go', value: 'tel:1' },
    { type: 'imBack', title: 'Go', value: { a: 1 } },
    { type: 'imBack' },
    { type: {}, title: 'Go', value: 'go' }
  ])('[P3.2] %j says nothing, and is reported', action => {
    const parsed = read([message({ text: 'Hi', suggestedActions: { actions: [action] } })])
    expect(parsed.displayMessages).toMatchObject([{ suggestedActions: [] }])
    expect(parsed.parseErrors).toMatchObject([{ rule: 'suggestion', path: '/suggestedActions' }])
  })
})

describe('cards', () => {
  const hero = (content: unknown, kind = 'hero'): Sent => ({
    contentType: `application/vnd.microsoft.card.${kind}`,
    content
  })
  const content = {
    title: 'Ritz',
    subtitle: 'Lisbon',
    text: 'Five stars',
    images: [{ url: 'https://contoso.com/ritz.png', alt: 'The house' }],
    buttons: [
      { type: 'openUrl', title: 'See', value: 'https://contoso.com/ritz' },
      { type: 'postBack', title: 'Hold', value: { hold: 'ritz' } },
      { type: 'imBack', title: 'Book', value: 'book the Ritz' }
    ]
  }

  it.each([
    ['a hero card', hero(content)],
    ['a thumbnail card', hero(content, 'thumbnail')],
    ['a stringified hero card', hero(JSON.stringify(content))]
  ])('[P3.2] shows %s as a card, its spoken buttons as choices', (_, attachment) => {
    const [card, ...more] = shown({ attachments: [attachment] })
    expect(more).toEqual([])
    expect(card).toMatchObject({
      kind: 'card',
      suggestedActions: [{ title: 'Book', value: 'book the Ritz' }],
      card: {
        type: 'AdaptiveCard',
        body: [
          { type: 'TextBlock', text: 'Ritz' },
          { type: 'TextBlock', text: 'Lisbon' },
          { type: 'TextBlock', text: 'Five stars' },
          { type: 'Image', url: 'https://contoso.com/ritz.png', altText: 'The house' }
        ],
        actions: [
          { type: 'Action.OpenUrl', url: 'https://contoso.com/ritz' },
          { type: 'Action.Submit', data: { hold: 'ritz' } }
        ]
      }
    })
  })

  it.each([
    ['no JSON', '{'],
    ['no card', { type: 'Other' }],
    ['null', null],
    ['20,000 levels', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`]
  ])('[P4] reports an adaptive card that is %s and shows the text', (_, broken) => {
    const parsed = read([message({ text: 'Hi', attachments: [adaptive(broken)] })])
    expect(parsed.displayMessages).toMatchObject([{ kind: 'text', text: 'Hi' }])
    expect(parsed.parseErrors).toMatchObject([
      { surface: 'card', rule: 'card', path: '/attachments/0/content' }
    ])
  })

  it('[P8.2] sanitises what it shows, hero cards too, and reports what is lost', () => {
    const evil = { type: 'Action.OpenUrl', title: 'x', url: 'javascript:alert(1)' }
    const card = { type: 'AdaptiveCard', version: '1.5', body: [], actions: [evil] }
    const buttons = [{ type: 'openUrl', title: 'x', value: 'https://10.0.0.1/' }]
    const parsed = read([message({ attachments: [adaptive(card), hero({ title: 'T', buttons })] })])
    expect(JSON.stringify(parsed.displayMessages)).not.toMatch(/javascript|10\.0\.0\.1/)
    expect(parsed.parseErrors.map(({ rule }) => rule)).toContain('card')
    // Control: an honest link stays.
    const honest = { ...card, actions: [{ ...evil, url: 'https://contoso.com/' }] }
    expect(JSON.stringify(shown({ attachments: [adaptive(honest)] }))).toContain('contoso.com')
  })

  it('[P8.2] keeps only the kinds of action that are let through', () => {
    const attachments = [cardOf({ a: 1 })]
    const actionsOf = (rules: object) => shown({ text: 'T', attachments }, rules)[1]?.card?.actions
    expect(actionsOf({})).toHaveLength(1)
    expect(actionsOf({ allowedActions: ['open-url'] }) ?? []).toHaveLength(0)
  })

  it('[P3.2] reports cards of other kinds by their name', () => {
    const parsed = read([message({ text: 'Hi', attachments: [hero({}, 'oauth')] })])
    expect(parsed.parseErrors).toMatchObject([{ got: 'application/vnd.microsoft.card.oauth' }])
  })
})

describe('citations', () => {
  const cited = (...citation: unknown[]) => ({
    text: 'As it says [1].',
    entities: [{ type: 'https://schema.org/Message', '@type': 'Message', citation }]
  })
  const claim = (appearance: unknown) => ({ '@type': 'Claim', position: 1, appearance })

  it.each([
    [claim({ name: 'A', url: 'https://contoso.com/a', abstract: 'x' }), 'https://contoso.com/a'],
    [claim({ name: 'A', url: null, abstract: null }), undefined],
    [claim({ name: 'A', url: '' }), undefined],
    [{ name: 'A' }, undefined]
  ])('[P3.3] keeps %j', (item, url) => {
    const parsed = read([message(cited(item))])
    expect(parsed.citations).toEqual([expect.objectContaining({ name: 'A' })])
    expect(parsed.citations[0]?.url).toBe(url)
    expect(parsed.displayMessages[0]?.citations).toEqual(parsed.citations)
    expect(parsed.parseErrors).toEqual([])
  })

  it.each([
    ['without a name', { url: 'https://contoso.com/' }],
    ['with a name that is none', { name: { toString: 1 } }],
    ['that is a string', 'A'],
    ['that is null', null],
    ['to a script', { name: 'A', url: 'javascript:alert(1)' }],
    ['without TLS', { name: 'A', url: 'http://contoso.com/' }],
    ['with credentials', { name: 'A', url: 'https://a:b@contoso.com/' }],
    ['to a private host', { name: 'A', url: 'https://192.168.0.1/' }],
    ['to the host itself', { name: 'A', url: 'https://localhost/' }]
  ])('[P3.3] [P8.1] drops and reports one %s, in entities and envelopes', (_, bad) => {
    const good = { name: 'Good', url: 'https://contoso.com/' }
    const entity = read([message(cited(bad, good))])
    const envelope = read([message({ value: { prompt: 'Hi', citations: [bad, good] } })])
    for (const [parsed, surface] of [
      [entity, 'entities'],
      [envelope, 'value']
    ] as const) {
      expect(parsed.citations).toEqual([good])
      expect(parsed.parseErrors).toMatchObject([
        { surface, path: '/citations/0', rule: 'citation' }
      ])
    }
    expect(envelope.kind).toBe('structured')
  })

  it('[P3.3] keeps to hosts that are listed', () => {
    const sent = [message(cited({ name: 'A', url: 'https://contoso.com/' }))]
    expect(read(sent, talk, { allowedHosts: ['contoso.com'] }).citations).toHaveLength(1)
    expect(read(sent, talk, { allowedHosts: ['fabrikam.com'] }).citations).toHaveLength(0)
  })

  it('[P3.3] keeps a hundred, and reports that there were more', () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ name: `Source ${index}` }))
    const parsed = read([message(cited(...many))])
    expect(parsed.citations).toHaveLength(100)
    expect(parsed.parseErrors).toMatchObject([{ path: '/citations', got: 'a list of 101' }])
  })
})

describe('throttling', () => {
  const throttled = (...texts: string[]) =>
    normalise(
      texts.map(text => JSON.stringify(message({ text }))),
      {}
    ).throttled

  it.each([
    'Sorry, something went wrong. Error code: GenAIToolPlannerRateLimitReached. Time (UTC): 2026',
    'Error code: OpenAIRateLimitReached',
    'Busy.\nError Code: GenAISearchandSummarizeRateLimitReached\nConversation Id: 1'
  ])('[P6.2] recognises %j', text => {
    expect(throttled(text)).toMatch(/RateLimitReached$/)
    expect(throttled('Let me look.', text)).not.toBeNull()
  })

  it.each([
    ['a code in a sentence', ['The code OpenAIRateLimitReached means that it is busy.']],
    ['a quotation', ['You said: “Error code: OpenAIRateLimitReached”. Tell me more.']],
    ['another error', ['Error code: ContentFiltered.']],
    ['an answer that came after all', ['Error code: OpenAIRateLimitReached.', 'Here you are.']],
    ['a long text about it', [`${'It was so. '.repeat(60)}Error code: OpenAIRateLimitReached.`]],
    ['nothing', []]
  ])('[P6.2] takes %s for what it is', (_, texts) => {
    expect(throttled(...texts)).toBeNull()
  })
})
