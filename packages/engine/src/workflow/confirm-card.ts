import { fieldLabel, stripInvisible } from '@turnwise/schema'
import type { ConversationState } from './state.ts'
import type { Workflow } from './workflow.ts'

/** What a user can answer to a confirm card: the ids of its buttons. */
export const CONFIRM_ACTIONS = ['confirm', 'change', 'cancel'] as const
export type ConfirmAction = (typeof CONFIRM_ACTIONS)[number]

const longestValue = 1000

/**
 * The card on which the user confirms what is collected.
 *
 * It is built here and nowhere else, so that a reply can neither change what it shows nor what its
 * buttons mean. Values are plain runs of text: nothing in them is read as Markdown.
 */
export const confirmCard = (
  { title }: Workflow,
  { data }: Pick<ConversationState, 'data'>
): Record<string, unknown> => ({
  type: 'AdaptiveCard',
  version: '1.5',
  speak: `${title}: please confirm.`,
  body: [
    { type: 'TextBlock', text: title, weight: 'Bolder', size: 'Medium', wrap: true },
    ...Object.entries(data)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => ({
        type: 'RichTextBlock',
        inlines: [
          { type: 'TextRun', text: `${fieldLabel(name)}: `, isSubtle: true },
          { type: 'TextRun', text: worded(value), weight: 'Bolder' }
        ]
      }))
  ],
  actions: [
    button('confirm', 'Confirm', { style: 'positive' }),
    button('change', 'Change', {}),
    button('cancel', 'Cancel', {})
  ]
})

const button = (id: ConfirmAction, title: string, more: object): object => ({
  type: 'Action.Submit',
  id,
  title,
  data: { action: id },
  ...more
})

const worded = (value: unknown): string => {
  const text = stripInvisible(plain(value)).replace(/\s+/g, ' ').trim()
  return text.length <= longestValue ? text : `${text.slice(0, longestValue).toWellFormed()} …`
}

const plain = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(plain).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
