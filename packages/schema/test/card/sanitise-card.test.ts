import { CARD_ACTIONS, type CardActionName, sanitiseCard } from '@turnwise/schema'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auditCard } from './audit-card.ts'
import { HOSTILE_CARDS } from './hostile-cards.ts'
import { SAMPLE_CARDS } from './sample-cards.ts'

const unsafe = (input: string) => ({ card: JSON.parse(input), removed: [] })

const card = (content: object) => ({ type: 'AdaptiveCard', ...content })

describe('honest cards', () => {
  it.each(Object.entries(SAMPLE_CARDS))('[O9.1] survives unchanged: %s', (_name, sample) => {
    expect(auditCard(sample)).toEqual([])
    expect(sanitiseCard(sample)).toEqual({ card: sample, removed: [] })
    expect(sanitiseCard(JSON.stringify(sample))).toEqual({ card: sample, removed: [] })
  })

  it('[O9.1] an unsafe control, a list of forbidden words, breaks some of them', () => {
    const wordList = (text: string) => JSON.parse(text.replace(/<\w+>|data:|__proto__|\$&/g, ''))
    const broken = Object.values(SAMPLE_CARDS).filter(
      sample => JSON.stringify(wordList(JSON.stringify(sample))) !== JSON.stringify(sample)
    )
    expect(broken.length).toBeGreaterThan(0)
  })

  it('[O9.1] leaves the object it was given untouched', () => {
    const given = card({ body: [{ type: 'Frame' }], extra: 1 })
    const before = structuredClone(given)
    sanitiseCard(given)
    expect(given).toEqual(before)
  })
})

describe('hostile cards', () => {
  it.each(HOSTILE_CARDS)('[O9.1] takes the harm out: $name', ({ json, expected }) => {
    const sanitised = sanitiseCard(json)
    if (sanitised.card === null) {
      expect(sanitised.reason).toBe(expected)
    } else {
      expect(auditCard(sanitised.card)).toEqual([])
      expect(sanitised.removed.map(({ reason }) => reason)).toContain(expected)
    }
  })

  it('[O9.1] counts what was tried, and the unsafe control lets every one through', () => {
    const through = HOSTILE_CARDS.filter(({ json }) => auditCard(unsafe(json).card).length > 0)
    expect(HOSTILE_CARDS.map(({ name }) => name)).toEqual(through.map(({ name }) => name))
    expect({ tried: through.length }).toEqual({ tried: 77 })
  })

  it('[O9.1] pollutes no prototype', () => {
    for (const { json } of HOSTILE_CARDS) sanitiseCard(json)
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
  })
})

describe('input that is no card', () => {
  const cyclic: Record<string, unknown> = { type: 'AdaptiveCard' }
  cyclic.body = [cyclic]

  it.each([
    ['undefined', undefined, 'not-json'],
    ['a function', () => 1, 'not-json'],
    ['a symbol', Symbol('x'), 'not-json'],
    ['a bigint', 1n, 'not-json'],
    ['a circle', cyclic, 'not-json'],
    ['broken JSON', '{"type":"AdaptiveCard"', 'not-json'],
    ['an empty text', '', 'not-json'],
    ['null', null, 'not-a-card'],
    ['a number', 1, 'not-a-card'],
    ['a list', [card({})], 'not-a-card'],
    ['another type', { type: 'HeroCard' }, 'not-a-card'],
    ['no type', { body: [] }, 'not-a-card']
  ])('[O9.1] refuses %s', (_name, input, reason) => {
    expect(sanitiseCard(input)).toEqual({ card: null, reason })
  })
})

describe('limits', () => {
  const containers = (levels: number): object =>
    levels === 0 ? { type: 'TextBlock' } : { type: 'Container', items: [containers(levels - 1)] }

  it.each([
    [30, true],
    [31, false]
  ])('[O9.1] with the card and a text, %i containers fit: %s', (levels, fits) => {
    expect(sanitiseCard(card({ body: [containers(levels)] })).card !== null).toBe(fits)
  })

  it.each([
    [999, true],
    [1000, false]
  ])('[O9.1] %i elements fit: %s', (count, fits) => {
    const body = Array.from({ length: count }, () => ({ type: 'TextBlock', text: 'x' }))
    expect(sanitiseCard(card({ body })).card !== null).toBe(fits)
  })

  it('[O9.1] counts bytes, not characters', () => {
    const size = (text: string) => sanitiseCard(card({ fallbackText: text }), { maxBytes: 100 })
    expect(size('x'.repeat(50)).card).not.toBeNull()
    expect(size('€'.repeat(50))).toEqual({ card: null, reason: 'too-large' })
  })

  it('[O9.1] takes limits of its own', () => {
    const small = card({ body: [containers(2)] })
    expect(sanitiseCard(small, { maxDepth: 3 })).toEqual({ card: null, reason: 'too-deep' })
    expect(sanitiseCard(small, { maxNodes: 3 })).toEqual({ card: null, reason: 'too-many-nodes' })
  })
})

describe('what a workflow allows', () => {
  const TYPES: Readonly<Record<CardActionName, object>> = {
    submit: { type: 'Action.Submit' },
    'open-url': { type: 'Action.OpenUrl', url: 'https://contoso.com/' },
    'show-card': { type: 'Action.ShowCard', card: { type: 'AdaptiveCard' } },
    toggle: { type: 'Action.ToggleVisibility', targetElements: [] },
    execute: { type: 'Action.Execute' }
  }

  it.each(CARD_ACTIONS)('[O9.1] only %s, everywhere in the card', allowed => {
    const all = Object.values(TYPES)
    const everywhere = card({
      actions: all,
      body: all.map(selectAction => ({ type: 'Container', items: [], selectAction }))
    })
    const sanitised = sanitiseCard(everywhere, { allowedActions: [allowed] })
    expect(sanitised.card?.actions).toEqual([TYPES[allowed]])
    const types = JSON.stringify(sanitised.card).match(/Action\.\w+/g)
    expect(types).toHaveLength(2)
  })

  it('[O9.1] [P8] only listed hosts, for links, images and Markdown', () => {
    const links = (host: string) =>
      card({
        body: [
          { type: 'Image', url: `https://${host}/a.png` },
          { type: 'TextBlock', text: `[a](https://${host}/)` }
        ],
        actions: [{ type: 'Action.OpenUrl', url: `https://${host}/` }]
      })
    const allowedHosts = ['contoso.com']
    const allowed = links('contoso.com')
    expect(sanitiseCard(allowed, { allowedHosts })).toEqual({ card: allowed, removed: [] })
    expect(sanitiseCard(links('fabrikam.com'), { allowedHosts }).card).toEqual(
      card({ body: [{ type: 'TextBlock', text: '[a] (https://fabrikam.com/)' }], actions: [] })
    )
  })
})

describe('fallbacks and requirements', () => {
  const known = { type: 'TextBlock', text: 'known' }
  const resolved = (element: object) => sanitiseCard(card({ body: [element] })).card?.body

  it.each([
    ['an unknown element without fallback', { type: 'X' }, []],
    ['an unknown element to be dropped', { type: 'X', fallback: 'drop' }, []],
    ['an unknown element with a fallback', { type: 'X', fallback: known }, [known]],
    ['a fallback of a fallback', { type: 'X', fallback: { type: 'Y', fallback: known } }, [known]],
    ['a known element with a fallback', { ...known, fallback: { type: 'X' } }, [known]],
    ['a met requirement', { ...known, requires: { adaptiveCards: '1.5' } }, [known]],
    ['any version', { ...known, requires: { adaptiveCards: '*' } }, [known]],
    ['a newer version', { ...known, requires: { adaptiveCards: '1.7' } }, []],
    ['another feature', { type: 'Image', requires: { camera: '1' }, fallback: known }, [known]]
  ])('[O9.1] %s', (_name, element, expected) => {
    expect(resolved(element)).toEqual(expected)
  })
})

describe('removals', () => {
  it('[O9.1] names where each thing stood', () => {
    const sanitised = sanitiseCard(
      card({
        body: [
          { type: 'Frame' },
          { type: 'Container', 'a/b~c': 1, items: [{ type: 'Image', url: 'http://a.example/' }] }
        ]
      })
    )
    expect(sanitised).toEqual({
      card: card({ body: [{ type: 'Container', items: [] }] }),
      removed: [
        { path: '/body/0', reason: 'unknown-type' },
        { path: '/body/1/a~1b~0c', reason: 'unknown-property' },
        { path: '/body/1/items/0/url', reason: 'unsafe-url' },
        { path: '/body/1/items/0', reason: 'incomplete' }
      ]
    })
  })

  it.each([
    ['a link is taken apart', '[a](javascript:b(c)) d', '[a] (javascript:b(c)) d'],
    ['a link that stays open', '[a](x:y', '[a] (x:y'],
    ['a link in a link', '[![a](x:y)](https://a.example/)', '[![a] (x:y)](https://a.example/)'],
    ['a link without scheme', '[a](/path "title")', '[a] (/path "title")'],
    ['a definition', 'x\n> [a]:\n  x:y', 'x\n> [a] :\n  x:y'],
    ['an autolink', 'a <xy:z> b', 'a < xy:z> b'],
    ['autolinks in brackets', '<<xy:z>>', '<< xy:z>>'],
    ['safe links stay', '[a](<https://a.example/>) [b](\thttps://b.example/_(c) "t")', null],
    ['a safe definition stays', '[a]: https://a.example/', null],
    ['what defines nothing stays', 'Note [1]: 10:30, [a] (b), <b>, a < b:c > d', null]
  ])('[P8] Markdown: %s', (_name, text, expected) => {
    expect(sanitiseCard(card({ fallbackText: text })).card?.fallbackText).toBe(expected ?? text)
  })

  it('[O9.1] removes a pattern that a long default text would meet', () => {
    const regex = '^a+b+$'
    const input = (value: string) => ({ type: 'Input.Text', id: 'x', regex, value })
    const short = card({ body: [input('ab')] })
    expect(sanitiseCard(short)).toEqual({ card: short, removed: [] })
    expect(sanitiseCard(card({ body: [input('a'.repeat(501))] }))).toMatchObject({
      removed: [{ path: '/body/0/regex', reason: 'unsafe-pattern' }]
    })
  })
})

describe('laws', () => {
  const key = fc.constantFrom(
    ...['type', 'body', 'items', 'actions', 'card', 'id', 'url', 'text', 'data', 'selectAction'],
    ...['columns', 'inlines', 'fallback', 'requires', '__proto__', 'constructor', 'x']
  )
  const leaf = fc.oneof(
    fc.constantFrom('AdaptiveCard', 'Container', 'TextBlock', 'Image', 'ColumnSet', 'Input.Text'),
    fc.constantFrom('Action.Submit', 'Action.OpenUrl', 'Action.ShowCard', 'RichTextBlock'),
    fc.constantFrom('https://contoso.com/', 'javascript:1', '[a](x:y)', '[a](x:y)(x:y)', ']('),
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.constant(null)
  )
  const tree = fc.letrec<{ node: unknown }>(tie => ({
    node: fc.oneof(
      { maxDepth: 6 },
      leaf,
      fc.array(tie('node'), { maxLength: 4 }),
      fc
        .array(fc.tuple(key, tie('node')), { maxLength: 6 })
        .map(entries => Object.fromEntries(entries))
    )
  })).node
  const mutant = fc
    .tuple(fc.constantFrom(...Object.values(SAMPLE_CARDS)), fc.array(fc.tuple(key, tree)))
    .map(([sample, entries]) => ({
      ...sample,
      ...Object.fromEntries(entries),
      type: 'AdaptiveCard'
    }))

  it('[O9.1] never throws, leaves no harm, and its own work unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(mutant, tree), input => {
        const sanitised = sanitiseCard(input)
        if (sanitised.card === null) return
        expect(auditCard(sanitised.card)).toEqual([])
        expect(sanitiseCard(sanitised.card)).toEqual({ card: sanitised.card, removed: [] })
      }),
      { numRuns: 3000 }
    )
  })

  it('[P8] no mix of Markdown leaves an unsafe link, nor needs a second run', () => {
    const piece = fc.constantFrom(
      ...['](', '](x:y)', ']:', '[a]', '(', ')', '<', '>', 'x:y', 'https://a.example/', ' ', '\n'],
      ...[
        '![a](',
        '](<',
        '\\',
        '&#58;',
        'javascript:',
        '[a]: ',
        '[a\\]\n]:',
        '<x-y:z>',
        '@',
        '"t"',
        '- ',
        '\t'
      ]
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
        const sanitised = sanitiseCard(card({ fallbackText: pieces.join('') }))
        expect(auditCard(sanitised.card)).toEqual([])
        expect(sanitiseCard(sanitised.card)).toEqual({ card: sanitised.card, removed: [] })
      }),
      { numRuns: 10_000 }
    )
  })

  it.each(['](', '](x', '](x)', '](x:y)(', '[a]: ', '<a:', '[', '(', '\n[a]:', ' ', '>'])(
    '[O9.1] time is linear in a text of %j',
    unit => {
      const text = unit.repeat(60_000 / unit.length)
      // Of this process alone: what else the machine does must not decide.
      const before = process.cpuUsage()
      sanitiseCard(card({ fallbackText: text }))
      sanitiseCard(card({ fallbackText: `[a]:${text}` }))
      sanitiseCard(card({ fallbackText: `[a](${text}` }))
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000)
    }
  )
})
