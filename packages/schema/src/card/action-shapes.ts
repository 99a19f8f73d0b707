import type { CardShape, Properties } from './card-shape.ts'

/** The actions a card may carry unless a workflow allows fewer. */
export const CARD_ACTIONS = ['submit', 'open-url', 'show-card', 'toggle', 'execute'] as const

/** What pressing something on a card does, by the name that configuration uses. */
export type CardActionName = (typeof CARD_ACTIONS)[number]

const PRESSABLE = {
  id: 'text',
  title: 'text',
  iconUrl: 'image',
  style: 'word',
  mode: 'word',
  role: 'word',
  tooltip: 'text',
  isEnabled: 'flag'
} satisfies Properties

const SENDING = {
  ...PRESSABLE,
  data: 'one:data',
  associatedInputs: 'word',
  conditionallyEnabled: 'flag'
} satisfies Properties

interface ActionShape extends CardShape {
  readonly name: CardActionName
}

/**
 * The actions of Adaptive Cards 1.0 to 1.6 by `type`, each with the properties that may stay.
 *
 * @see https://adaptivecards.io/explorer/
 */
export const ACTION_SHAPES: ReadonlyMap<unknown, ActionShape> = new Map<unknown, ActionShape>([
  ['Action.Submit', { name: 'submit', type: 'Action.Submit', properties: SENDING }],
  [
    'Action.Execute',
    { name: 'execute', type: 'Action.Execute', properties: { ...SENDING, verb: 'text' } }
  ],
  [
    'Action.OpenUrl',
    {
      name: 'open-url',
      type: 'Action.OpenUrl',
      properties: { ...PRESSABLE, url: 'link' },
      needs: ['url']
    }
  ],
  [
    'Action.ShowCard',
    {
      name: 'show-card',
      type: 'Action.ShowCard',
      properties: { ...PRESSABLE, card: 'one:card' }
    }
  ],
  [
    'Action.ToggleVisibility',
    {
      name: 'toggle',
      type: 'Action.ToggleVisibility',
      properties: { ...PRESSABLE, targetElements: 'many:target' }
    }
  ]
])
