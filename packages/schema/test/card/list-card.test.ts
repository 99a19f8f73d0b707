import { listActions, listInputs, sanitiseCard } from '@turnwise/schema'
import { describe, expect, it } from 'vitest'
import { ALL_INPUTS, APPROVAL_WITH_SHOW_CARDS, TRAVEL_CONFIRMATION } from './sample-cards.ts'

const card = (content: object) => ({ type: 'AdaptiveCard', ...content })

/** The same JSON with the keys of every object in the opposite order. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).reverse()
  return Object.fromEntries(entries.map(([key, inner]) => [key, reversed(inner)]))
}

describe('listActions', () => {
  it('[O9.2] names actions by their id, or by their place', () => {
    expect(listActions(TRAVEL_CONFIRMATION)).toEqual([
      {
        actionId: 'confirm',
        type: 'submit',
        title: 'Book',
        data: { action: 'confirm', tripId: 'T-1042', legs: [{ from: 'ZRH', to: 'LIS' }] }
      },
      { actionId: 'a1', type: 'submit', title: 'Cancel', data: { action: 'cancel' } }
    ])
  })

  it('[O9.2] lists in document order, through shown cards', () => {
    expect(listActions(APPROVAL_WITH_SHOW_CARDS).map(({ actionId }) => actionId)).toEqual([
      'approve',
      'a1',
      'reject',
      'a3',
      'escalate',
      'a5',
      'ask'
    ])
  })

  it('[O9.2] finds the actions of every place, in the order of the places', () => {
    const submit = (title: string) => ({ type: 'Action.Submit', title })
    const everywhere = card({
      actions: [submit('last')],
      selectAction: submit('card'),
      body: [
        { type: 'Container', selectAction: submit('container'), items: [] },
        {
          type: 'ColumnSet',
          columns: [{ type: 'Column', items: [{ type: 'ActionSet', actions: [submit('set')] }] }]
        },
        {
          type: 'Table',
          columns: [],
          rows: [{ cells: [{ items: [], selectAction: submit('cell') }] }]
        },
        {
          type: 'ImageSet',
          images: [{ url: 'https://a.example/', selectAction: submit('image') }]
        },
        {
          type: 'RichTextBlock',
          inlines: ['x', { type: 'TextRun', text: 'y', selectAction: submit('run') }]
        },
        { type: 'Input.Text', id: 'x', inlineAction: submit('inline') }
      ]
    })
    const sanitised = sanitiseCard(everywhere)
    expect(sanitised).toEqual({ card: everywhere, removed: [] })
    const titles = ['card', 'container', 'set', 'cell', 'image', 'run', 'inline', 'last']
    expect(listActions(everywhere).map(({ title }) => title)).toEqual(titles)
    expect(listActions(everywhere).map(({ actionId }) => actionId)).toEqual(
      titles.map((_title, index) => `a${index}`)
    )
  })

  it.each([
    ['travel', TRAVEL_CONFIRMATION],
    ['approval', APPROVAL_WITH_SHOW_CARDS]
  ])('[O9.2] counts alike whatever the order of keys: %s', (_name, sample) => {
    const other = reversed(sample) as Record<string, unknown>
    expect(Object.keys(other)).not.toEqual(Object.keys(sample))
    expect(listActions(other)).toEqual(listActions(sample))
    expect(listInputs(other)).toEqual(listInputs(sample))
  })

  it('[O9.2] lets no action take the place of another by its id', () => {
    const posing = card({
      actions: [
        { type: 'Action.Submit', id: 'a1', data: 'first' },
        { type: 'Action.Submit', data: 'second' }
      ]
    })
    expect(listActions(posing).map(({ actionId, data }) => [actionId, data])).toEqual([
      ['a0', 'first'],
      ['a1', 'second']
    ])
  })
})

describe('listInputs', () => {
  it('[O9.2] lists every kind of input with its limits', () => {
    expect(listInputs(ALL_INPUTS)).toEqual([
      { id: 'name', type: 'text', label: 'Name', isRequired: true, maxLength: 40 },
      {
        id: 'postcode',
        type: 'text',
        label: 'Postcode',
        isRequired: false,
        regex: '^\\d{4,5}(-\\d{4})?$'
      },
      {
        id: 'mail',
        type: 'text',
        label: '',
        isRequired: false,
        regex: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$'
      },
      { id: 'guests', type: 'number', label: 'Guests', isRequired: false, min: 1, max: 8 },
      {
        id: 'day',
        type: 'date',
        label: 'Day',
        isRequired: false,
        min: '2026-12-01',
        max: '2026-12-31'
      },
      { id: 'hour', type: 'time', label: 'Hour', isRequired: false, min: '08:00', max: '20:00' },
      {
        id: 'terms',
        type: 'toggle',
        label: 'I accept the [terms](https://contoso.com/terms)',
        isRequired: true,
        valueOn: 'yes',
        valueOff: 'no'
      },
      {
        id: 'room',
        type: 'choice-set',
        label: '',
        isRequired: false,
        isMultiSelect: false,
        choices: [
          { title: 'Single', value: 'single' },
          { title: 'Double, with view', value: 'double,view' }
        ]
      },
      {
        id: 'extras',
        type: 'choice-set',
        label: '',
        isRequired: false,
        isMultiSelect: true,
        choices: [
          { title: 'Breakfast', value: 'breakfast' },
          { title: 'Parking', value: 'parking' },
          { title: 'Late check-out', value: 'late' }
        ]
      }
    ])
  })

  it('[O9.2] lists the inputs of shown cards', () => {
    expect(listInputs(APPROVAL_WITH_SHOW_CARDS).map(({ id }) => id)).toEqual([
      'note',
      'reason',
      'level',
      'question'
    ])
  })
})
