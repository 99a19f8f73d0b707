import type { CardRefusal, CardRemovalReason } from '@turnwise/schema'

/** A card with something bad in it, as JSON text, and what should become of that. */
export interface HostileCard {
  readonly name: string
  readonly json: string
  readonly expected: CardRemovalReason | CardRefusal
}

const json = (content: object) =>
  JSON.stringify({ type: 'AdaptiveCard', version: '1.5', ...content })
const body = (...elements: unknown[]) => json({ body: elements })
const actions = (...all: unknown[]) => json({ actions: all })
const text = (markdown: string) => body({ type: 'TextBlock', text: markdown })
const openUrl = (url: unknown) => actions({ type: 'Action.OpenUrl', title: 'x', url })
const image = (url: unknown) => body({ type: 'Image', url })
const nested = (levels: number) =>
  `{"type":"AdaptiveCard","body":[${'{"type":"Container","items":['.repeat(levels)}${']}'.repeat(levels)}]}`
const onCard = (raw: string) => `{"type":"AdaptiveCard","body":[],${raw}}`

const CASES: readonly (readonly [string, string, HostileCard['expected']])[] = [
  // Links
  ['a script link', openUrl('javascript:alert(1)'), 'unsafe-url'],
  ['a script link in odd case', openUrl('JaVaScRiPt:alert(1)'), 'unsafe-url'],
  ['a script link with a tab', openUrl('java\tscript:alert(1)'), 'unsafe-url'],
  ['a data link', openUrl('data:text/html,<script>alert(1)</script>'), 'unsafe-url'],
  ['an http link', openUrl('http://example.com/'), 'unsafe-url'],
  ['a link with credentials', openUrl('https://bank.example@evil.example/'), 'unsafe-url'],
  ['a link to a metadata host', openUrl('https://169.254.169.254/latest'), 'unsafe-url'],
  ['a link to a decimal address', openUrl('https://2130706433/'), 'unsafe-url'],
  ['a link to an inner name', openUrl('https://db.internal/'), 'unsafe-url'],
  ['a link that is a list', openUrl(['https://example.com/']), 'unsafe-url'],
  ['a script as an image', image('javascript:alert(1)'), 'unsafe-url'],
  ['an SVG image', image('data:image/svg+xml;base64,PHN2Zz4='), 'unsafe-url'],
  ['an HTML image', image('data:text/html;base64,PGI+'), 'unsafe-url'],
  ['a huge inline image', image(`data:image/png;base64,${'A'.repeat(70_000)}`), 'too-large'],
  ['an image inside the network', image('https://10.0.0.1/pixel.png'), 'unsafe-url'],
  ['a background script', json({ backgroundImage: 'javascript:alert(1)' }), 'unsafe-url'],
  ['a background object', json({ backgroundImage: { url: 'http://a.example/' } }), 'unsafe-url'],
  [
    'a script in a selected run',
    body({
      type: 'RichTextBlock',
      inlines: [
        {
          type: 'TextRun',
          text: 'x',
          selectAction: { type: 'Action.OpenUrl', url: 'javascript:1' }
        }
      ]
    }),
    'unsafe-url'
  ],
  [
    'a script in a media source',
    body({ type: 'Media', sources: [{ mimeType: 'video/mp4', url: 'javascript:1' }] }),
    'unsafe-url'
  ],
  [
    'a script as a poster',
    body({ type: 'Media', sources: [], poster: 'javascript:1' }),
    'unsafe-url'
  ],
  [
    'a script as an icon',
    actions({ type: 'Action.Submit', iconUrl: 'javascript:alert(1)' }),
    'unsafe-url'
  ],
  [
    'a sign-in button to http',
    json({ authentication: { buttons: [{ type: 'signin', value: 'http://a.example/' }] } }),
    'unsafe-url'
  ],
  ['a web address in metadata', json({ metadata: { webUrl: 'file:///etc/passwd' } }), 'unsafe-url'],
  // Markdown
  ['a script in Markdown', text('[click](javascript:alert(1))'), 'unsafe-url'],
  ['a spaced script in Markdown', text('[click](  javascript:alert(1) "title")'), 'unsafe-url'],
  ['a bracketed script in Markdown', text('[click](<javascript:alert(1)>)'), 'unsafe-url'],
  ['an entity in Markdown', text('[click](javascript&#58;alert(1))'), 'unsafe-url'],
  ['an entity in a Markdown host', text('[click](https://127.0.0&#46;1/)'), 'unsafe-url'],
  ['a host behind brackets', text('[x](https://a.example()@10.0.0.1/)'), 'unsafe-url'],
  ['a host behind a bracket', text('[x](<https://a.example)@10.0.0.1/>)'), 'unsafe-url'],
  ['a host behind a space', text('[x](<https://a.example @10.0.0.1/>)'), 'unsafe-url'],
  ['a host behind a wide space', text('[x](https://a.example\u00a0@10.0.0.1/)'), 'unsafe-url'],
  ['a host behind an angle', text('[x]\n\n[x]: https://a.example>@10.0.0.1/'), 'unsafe-url'],
  ['a host behind an escape', text('[x](https://a.example\\)@10.0.0.1/)'), 'unsafe-url'],
  ['a host behind an entity', text('[x](https://a.example&commat;10.0.0.1/)'), 'unsafe-url'],
  ['an image in Markdown', text('![x](http://a.example/?data=secret)'), 'unsafe-url'],
  ['a link that stays open', text('[click](javascript:alert((1)'), 'unsafe-url'],
  ['a link in the wake of a link', text('[click](x:y)(javascript:alert(1))'), 'unsafe-url'],
  ['a definition in Markdown', text('[click]\n\n[click]: javascript:alert(1)'), 'unsafe-url'],
  ['a definition of an odd label', text('[a\\]b]: javascript:alert(1)'), 'unsafe-url'],
  ['a definition over two lines', text('> [a\nb]:\n  javascript:alert(1)'), 'unsafe-url'],
  ['an autolink in Markdown', text('<javascript:alert(1)>'), 'unsafe-url'],
  [
    'a script in a fact',
    body({ type: 'FactSet', facts: [{ title: 'x', value: '[x](vbscript:x)' }] }),
    'unsafe-url'
  ],
  [
    'a script in a choice',
    body({
      type: 'Input.ChoiceSet',
      id: 'c',
      choices: [{ title: '[x](javascript:1)', value: '1' }]
    }),
    'unsafe-url'
  ],
  // Types and properties
  ['an unknown element', body({ type: 'Frame', url: 'https://example.com/' }), 'unknown-type'],
  ['an element without a type', body({ html: '<script>alert(1)</script>' }), 'unknown-type'],
  [
    'an unknown action',
    actions({ type: 'Action.Http', url: 'https://a.example/' }),
    'unknown-type'
  ],
  ['an action among the elements', body({ type: 'Action.Popup' }), 'unknown-type'],
  ['a type that is a property of objects', body({ type: 'constructor' }), 'unknown-type'],
  [
    'an event handler',
    body({ type: 'TextBlock', text: 'x', onclick: 'alert(1)' }),
    'unknown-property'
  ],
  [
    'a card that acts by itself',
    json({ refresh: { action: { type: 'Action.Execute', verb: 'pay' }, userIds: [] } }),
    'unknown-property'
  ],
  [
    'choices from a query',
    body({
      type: 'Input.ChoiceSet',
      id: 'c',
      choices: [],
      'choices.data': { type: 'Data.Query', dataset: 'graph.microsoft.com/users' }
    }),
    'unknown-property'
  ],
  [
    'an unknown element behind fallbacks',
    body({ type: 'A', fallback: { type: 'B', fallback: { type: 'C', fallback: 'drop' } } }),
    'unknown-type'
  ],
  [
    'a style in a size',
    body({ type: 'Container', minHeight: '1px;background:url(//a.example)', items: [] }),
    'bad-value'
  ],
  [
    'a style in a colour',
    body({ type: 'Image', url: 'https://a.example/', backgroundColor: 'url(//a.example)' }),
    'bad-value'
  ],
  ['a flag that is text', body({ type: 'TextBlock', text: 'x', isVisible: 'yes' }), 'bad-value'],
  // Ids
  ['an input named like a prototype', body({ type: 'Input.Text', id: '__proto__' }), 'bad-id'],
  ['an input named like a method', body({ type: 'Input.Text', id: 'toString' }), 'bad-id'],
  ['an empty id', body({ type: 'Input.Text', id: '' }), 'bad-id'],
  [
    'two inputs of one name',
    body({ type: 'Input.Text', id: 'x' }, { type: 'Input.Number', id: 'x' }),
    'duplicate-id'
  ],
  [
    'two actions of one name',
    actions({ type: 'Action.Submit', id: 'x' }, { type: 'Action.Submit', id: 'x', data: { y: 1 } }),
    'duplicate-id'
  ],
  // Data and values
  [
    'a prototype in data',
    onCard('"actions":[{"type":"Action.Submit","data":{"__proto__":{"admin":true}}}]'),
    'bad-value'
  ],
  [
    'a prototype deep in data',
    onCard('"actions":[{"type":"Action.Submit","data":{"a":[{"__proto__":1}]}}]'),
    'bad-value'
  ],
  ['a prototype on the card', onCard('"__proto__":{"body":[]}'), 'unknown-property'],
  [
    'a number without end',
    onCard('"actions":[{"type":"Action.Submit","data":{"n":1e999}}]'),
    'bad-value'
  ],
  [
    'a limit without end',
    '{"type":"AdaptiveCard","body":[{"type":"Input.Number","id":"n","max":1e999}]}',
    'bad-value'
  ],
  [
    'a pattern without end',
    body({ type: 'Input.Text', id: 'x', regex: '^(a+)+$' }),
    'unsafe-pattern'
  ],
  [
    'a pattern that refers back',
    body({ type: 'Input.Text', id: 'x', regex: '(a*)\\1b' }),
    'unsafe-pattern'
  ],
  [
    'a pattern with too many ends',
    body({ type: 'Input.Text', id: 'x', regex: '^.*.*.*.*=$' }),
    'unsafe-pattern'
  ],
  // Size
  ['100 levels', nested(200), 'too-deep'],
  ['2,000 levels', nested(2000), 'too-deep'],
  ['20,000 levels', nested(20_000), 'too-large'],
  [
    'deep data',
    onCard(`"actions":[{"type":"Action.Submit","data":${'['.repeat(5000)}${']'.repeat(5000)}}]`),
    'too-deep'
  ],
  [
    'deep fallbacks',
    `{"type":"AdaptiveCard","body":[${'{"type":"X","fallback":'.repeat(2500)}1${'}'.repeat(2500)}]}`,
    'unknown-type'
  ],
  ['6,000 nodes', body(...Array.from({ length: 6000 }, () => ({}))), 'too-many-nodes'],
  ['100,000 bytes', text('x'.repeat(100_000)), 'too-large'],
  ['66,000 bytes in few characters', text('€'.repeat(22_000)), 'too-large']
]

export const HOSTILE_CARDS: readonly HostileCard[] = CASES.map(([name, card, expected]) => ({
  name,
  json: card,
  expected
}))
