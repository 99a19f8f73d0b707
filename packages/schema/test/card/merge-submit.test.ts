import { type MergedSubmit, mergeSubmit, sanitiseCard } from '@turnwise/schema'
import { describe, expect, it } from 'vitest'
import {
  ALL_INPUTS,
  APPROVAL_WITH_SHOW_CARDS,
  CONNECTION_CONSENT,
  TRAVEL_CONFIRMATION
} from './sample-cards.ts'

type Card = Record<string, unknown>
type Inputs = Record<string, unknown>

const filled: Inputs = { name: 'Ada', terms: 'yes' }
const withAction = (action: object, ...body: object[]): Card => ({
  type: 'AdaptiveCard',
  body,
  actions: [{ type: 'Action.Submit', id: 'send', ...action }]
})
const textInput = (id: string) => ({ type: 'Input.Text', id })

/** What a server does that believes the client: it merges what it was sent. */
function unsafe(card: Card, _actionId: string | undefined, inputs: Inputs): MergedSubmit {
  const [action] = card.actions as { data?: object }[]
  return { ok: true, value: { ...action?.data, ...inputs } }
}

interface Tampering {
  readonly name: string
  readonly card: Card
  readonly actionId?: string
  readonly inputs: Inputs
  readonly path: string
  readonly rule: string
}

const hotel = (inputs: Inputs) => ({ card: ALL_INPUTS, inputs: { ...filled, ...inputs } })

const TAMPERING: readonly Tampering[] = [
  {
    name: 'an action the card never had',
    card: TRAVEL_CONFIRMATION,
    actionId: 'refund',
    inputs: {},
    path: '/actionId',
    rule: 'known'
  },
  {
    name: 'an action named like a property of objects',
    card: TRAVEL_CONFIRMATION,
    actionId: '__proto__',
    inputs: {},
    path: '/actionId',
    rule: 'known'
  },
  {
    name: 'no action where there are two',
    card: TRAVEL_CONFIRMATION,
    inputs: {},
    path: '/actionId',
    rule: 'required'
  },
  {
    name: 'an action that only shows a card',
    card: APPROVAL_WITH_SHOW_CARDS,
    actionId: 'a1',
    inputs: {},
    path: '/actionId',
    rule: 'sends'
  },
  {
    name: 'a disabled action',
    card: withAction({ isEnabled: false }),
    actionId: 'send',
    inputs: {},
    path: '/actionId',
    rule: 'enabled'
  },
  {
    name: 'an input the card never had',
    card: TRAVEL_CONFIRMATION,
    actionId: 'confirm',
    inputs: { price: 1 },
    path: '/inputs/price',
    rule: 'declared'
  },
  {
    name: 'an input named like trusted data',
    card: TRAVEL_CONFIRMATION,
    actionId: 'confirm',
    inputs: { tripId: 'T-1' },
    path: '/inputs/tripId',
    rule: 'declared'
  },
  {
    name: 'an input named like a prototype',
    card: TRAVEL_CONFIRMATION,
    actionId: 'confirm',
    inputs: JSON.parse('{"__proto__":{"admin":true}}') as Inputs,
    path: '/inputs/__proto__',
    rule: 'declared'
  },
  {
    name: 'an input of another shown card',
    card: APPROVAL_WITH_SHOW_CARDS,
    actionId: 'reject',
    inputs: { reason: 'too much', question: 'why?' },
    path: '/inputs/question',
    rule: 'declared'
  },
  {
    name: 'an input of a card inside, sent from outside',
    card: APPROVAL_WITH_SHOW_CARDS,
    actionId: 'approve',
    inputs: { reason: 'none' },
    path: '/inputs/reason',
    rule: 'declared'
  },
  {
    name: 'an input the action does not know, though it takes none',
    card: TRAVEL_CONFIRMATION,
    actionId: 'a1',
    inputs: { admin: true },
    path: '/inputs/admin',
    rule: 'declared'
  },
  {
    name: 'a text that is a list',
    ...hotel({ name: ['Ada'] }),
    path: '/inputs/name',
    rule: 'type'
  },
  { name: 'a text that is an object', ...hotel({ name: {} }), path: '/inputs/name', rule: 'type' },
  { name: 'a text that is a number', ...hotel({ name: 1 }), path: '/inputs/name', rule: 'type' },
  {
    name: 'a text beyond its own limit',
    ...hotel({ name: 'x'.repeat(41) }),
    path: '/inputs/name',
    rule: 'length'
  },
  {
    name: 'a text beyond every limit',
    ...hotel({ mail: 'x'.repeat(32_001) }),
    path: '/inputs/mail',
    rule: 'length'
  },
  {
    name: 'a required text left out',
    ...hotel({ name: null }),
    path: '/inputs/name',
    rule: 'required'
  },
  {
    name: 'a required text left empty',
    ...hotel({ name: '' }),
    path: '/inputs/name',
    rule: 'required'
  },
  {
    name: 'a required text inherited',
    card: ALL_INPUTS,
    inputs: Object.assign(Object.create({ name: 'Ada' }), { terms: 'yes' }) as Inputs,
    path: '/inputs/name',
    rule: 'required'
  },
  {
    name: 'a required toggle off',
    ...hotel({ terms: false }),
    path: '/inputs/terms',
    rule: 'required'
  },
  {
    name: 'a toggle of another value',
    ...hotel({ terms: 'true' }),
    path: '/inputs/terms',
    rule: 'choice'
  },
  { name: 'a number too large', ...hotel({ guests: 9 }), path: '/inputs/guests', rule: 'range' },
  { name: 'a number too small', ...hotel({ guests: '0' }), path: '/inputs/guests', rule: 'range' },
  {
    name: 'a number that is none',
    ...hotel({ guests: '1e9' }),
    path: '/inputs/guests',
    rule: 'type'
  },
  {
    name: 'a number without end',
    ...hotel({ guests: Infinity }),
    path: '/inputs/guests',
    rule: 'type'
  },
  {
    name: 'a number that is a flag',
    ...hotel({ guests: true }),
    path: '/inputs/guests',
    rule: 'type'
  },
  {
    name: 'a date that never was',
    ...hotel({ day: '2026-12-32' }),
    path: '/inputs/day',
    rule: 'format'
  },
  {
    name: 'a leap day that never was',
    ...hotel({ day: '2027-02-29' }),
    path: '/inputs/day',
    rule: 'format'
  },
  { name: 'a date too late', ...hotel({ day: '2027-01-01' }), path: '/inputs/day', rule: 'range' },
  { name: 'a date too early', ...hotel({ day: '2026-11-30' }), path: '/inputs/day', rule: 'range' },
  {
    name: 'a date that is a number',
    ...hotel({ day: 20261203 }),
    path: '/inputs/day',
    rule: 'type'
  },
  {
    name: 'a time that never is',
    ...hotel({ hour: '24:00' }),
    path: '/inputs/hour',
    rule: 'format'
  },
  { name: 'a time out of hours', ...hotel({ hour: '07:59' }), path: '/inputs/hour', rule: 'range' },
  {
    name: 'a choice not offered',
    ...hotel({ room: 'suite' }),
    path: '/inputs/room',
    rule: 'choice'
  },
  {
    name: 'a title for a choice',
    ...hotel({ room: 'Single' }),
    path: '/inputs/room',
    rule: 'choice'
  },
  {
    name: 'two choices of one',
    ...hotel({ room: 'single,double,view' }),
    path: '/inputs/room',
    rule: 'choice'
  },
  {
    name: 'one of many not offered',
    ...hotel({ extras: 'breakfast,spa' }),
    path: '/inputs/extras',
    rule: 'choice'
  },
  {
    name: 'one of many twice',
    ...hotel({ extras: 'late,late' }),
    path: '/inputs/extras',
    rule: 'choice'
  },
  {
    name: 'many choices as a list',
    ...hotel({ extras: ['late'] }),
    path: '/inputs/extras',
    rule: 'type'
  }
]

function isHeld(merged: MergedSubmit, { path, rule }: Tampering): boolean {
  return !merged.ok && merged.issues.some(issue => issue.path === path && issue.rule === rule)
}

describe('tampered submits', () => {
  it.each(TAMPERING)('[O9.2] refuses $name', tampering => {
    const merged = mergeSubmit(tampering.card, tampering.actionId, tampering.inputs)
    expect(isHeld(merged, tampering)).toBe(true)
    expect(merged).not.toHaveProperty('value')
  })

  it('[O9.2] counts what was tried, and the unsafe control holds against none', () => {
    const held = TAMPERING.filter(each =>
      isHeld(unsafe(each.card, each.actionId, each.inputs), each)
    )
    expect(held).toEqual([])
    expect({ tried: TAMPERING.length }).toEqual({ tried: 39 })
  })

  it('[O9.2] names every issue at once, and repeats nothing a person typed', () => {
    const merged = mergeSubmit(ALL_INPUTS, undefined, {
      guests: 99,
      room: 'secret',
      extra: 'secret'
    })
    expect(merged).toEqual({
      ok: false,
      issues: [
        {
          path: '/inputs/extra',
          rule: 'declared',
          expected: 'an input that the card offers to this action',
          got: 'another one'
        },
        { path: '/inputs/name', rule: 'required', expected: 'a value', got: 'nothing' },
        { path: '/inputs/guests', rule: 'range', expected: 'at most 8', got: '99' },
        { path: '/inputs/terms', rule: 'required', expected: 'a value', got: 'nothing' },
        {
          path: '/inputs/room',
          rule: 'choice',
          expected: 'what the card offers',
          got: 'a text of 6 characters'
        }
      ]
    })
  })

  it('[O9.2] keeps the list of issues short', () => {
    const inputs = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, 1]))
    const merged = mergeSubmit(ALL_INPUTS, undefined, inputs)
    expect(merged).toMatchObject({ ok: false, issues: { length: 50 } })
  })
})

describe('trusted data', () => {
  const posing = withAction(
    { data: { price: 100, currency: 'CHF' } },
    textInput('price'),
    textInput('comment')
  )

  it('[O9.3] is merged last: no input of its name overrides it', () => {
    const inputs = { price: '1', comment: 'cheap' }
    expect(sanitiseCard(posing)).toEqual({ card: posing, removed: [] })
    const merged = mergeSubmit(posing, 'send', inputs)
    expect(merged).toEqual({ ok: true, value: { price: 100, currency: 'CHF', comment: 'cheap' } })
    expect(unsafe(posing, 'send', inputs)).toMatchObject({ value: { price: '1' } })
  })

  it.each([
    ['an object', { a: 1 }, { a: 1, x: 'in' }],
    ['a text', 'plain', { data: 'plain', x: 'in' }],
    ['a number', 7, { data: 7, x: 'in' }],
    ['a list', [1], { data: [1], x: 'in' }],
    ['a flag', false, { data: false, x: 'in' }],
    ['null', null, { x: 'in' }],
    ['nothing', undefined, { x: 'in' }]
  ])('[O9.3] that is %s has its place', (_name, data, value) => {
    const card = withAction({ data }, textInput('x'))
    expect(mergeSubmit(card, 'send', { x: 'in' })).toEqual({ ok: true, value })
  })

  it('[O9.3] that is no object is not overridden by an input named data', () => {
    const card = withAction({ data: 'plain' }, textInput('data'))
    expect(mergeSubmit(card, 'send', { data: 'forged' })).toEqual({
      ok: true,
      value: { data: 'plain' }
    })
  })

  it('[O9.3] carries the verb of an execute action, which no input overrides', () => {
    const card = withAction({ type: 'Action.Execute', verb: 'pay' }, textInput('verb'))
    expect(mergeSubmit(card, 'send', { verb: 'refund' })).toEqual({
      ok: true,
      value: { verb: 'pay' }
    })
  })
})

describe('honest submits', () => {
  it.each<[string, Card, string | undefined, Inputs, Record<string, unknown>]>([
    [
      'a confirmation',
      TRAVEL_CONFIRMATION,
      'confirm',
      { comment: 'window seat', insurance: true },
      {
        comment: 'window seat',
        insurance: 'true',
        action: 'confirm',
        tripId: 'T-1042',
        legs: [{ from: 'ZRH', to: 'LIS' }]
      }
    ],
    [
      'a cancellation that takes no inputs, though they are sent along',
      TRAVEL_CONFIRMATION,
      'a1',
      { comment: 'never mind' },
      { action: 'cancel' }
    ],
    [
      'a form by its only action',
      ALL_INPUTS,
      undefined,
      {
        ...filled,
        guests: '3',
        day: '2026-12-31',
        hour: '08:00',
        room: 'double,view',
        extras: 'late,breakfast'
      },
      {
        name: 'Ada',
        guests: 3,
        day: '2026-12-31',
        hour: '08:00',
        terms: 'yes',
        room: 'double,view',
        extras: 'late,breakfast',
        form: 'hotel'
      }
    ],
    ['a form with the least', ALL_INPUTS, 'a0', filled, { ...filled, form: 'hotel' }],
    [
      'a shown card, with the inputs around it',
      APPROVAL_WITH_SHOW_CARDS,
      'reject',
      { note: 'hm', reason: 'too much' },
      { note: 'hm', reason: 'too much', decision: 'reject' }
    ],
    [
      'a card shown by a shown card',
      APPROVAL_WITH_SHOW_CARDS,
      'escalate',
      { note: 'hm', reason: 'too much', level: 2 },
      { note: 'hm', reason: 'too much', level: 2, decision: 'escalate' }
    ],
    [
      'the card around, free of what a shown card requires',
      APPROVAL_WITH_SHOW_CARDS,
      'approve',
      {},
      { decision: 'approve' }
    ],
    [
      'a consent',
      CONNECTION_CONSENT,
      'a0',
      {},
      { action: 'Allow', id: 'submit', shouldAwaitUserInput: true, connections: ['c-1'] }
    ]
  ])('[O9.2] merges %s', (_name, card, actionId, inputs, value) => {
    expect(mergeSubmit(card, actionId, inputs)).toEqual({ ok: true, value })
  })

  it('[O9.2] changes neither the card nor the inputs', () => {
    const before = structuredClone([TRAVEL_CONFIRMATION, filled])
    const merged = mergeSubmit(TRAVEL_CONFIRMATION, 'confirm', { comment: 'x' })
    expect(merged.ok).toBe(true)
    expect([TRAVEL_CONFIRMATION, filled]).toEqual(before)
  })
})
