import { isRecord } from '../workflow/plain-json.ts'
import { readJson, recordsIn, textIn } from './activity.ts'

/**
 * Says what a hero or thumbnail card says as an Adaptive Card.
 *
 * Its buttons that speak for the user are choices of the message, because they send text and no
 * submit; a button that posts an object back is a submit of that object.
 */
export const asAdaptiveCard = (
  content: unknown
): { card: unknown; choices: readonly { title: string; value: string }[] } => {
  const parsed = typeof content === 'string' ? readJson(content) : { value: content }
  if (!('value' in parsed) || !isRecord(parsed.value)) return { card: content, choices: [] }
  const { title, subtitle, text, images, buttons } = parsed.value
  const blocks = [
    { text: title, size: 'Large', weight: 'Bolder' },
    { text: subtitle, isSubtle: true },
    { text }
  ].filter(block => textIn(block.text) !== '')
  return {
    card: {
      type: 'AdaptiveCard',
      version: '1.5',
      body: [
        ...blocks.map(block => ({ type: 'TextBlock', wrap: true, ...block })),
        ...recordsIn(images).map(({ url, alt }) => ({ type: 'Image', url, altText: textIn(alt) }))
      ],
      actions: recordsIn(buttons).flatMap(cardAction)
    },
    choices: recordsIn(buttons).flatMap(button => spokenChoice(button) ?? [])
  }
}

const cardAction = ({ type, title, value }: Record<string, unknown>): object[] => {
  if (type === 'openUrl') return [{ type: 'Action.OpenUrl', title, url: value }]
  return isRecord(value) ? [{ type: 'Action.Submit', title, data: value }] : []
}

/** What pressing a button says in the user's name; null when it does something else. */
export const spokenChoice = (
  button: Record<string, unknown>
): { title: string; value: string } | null => {
  const { type, title, value, text } = button
  const said = type === 'messageBack' ? textIn(text) || textIn(value) : spokenValue(button)
  const speaks = type === undefined || type === null || speaking.has(type)
  return speaks && said !== '' ? { title: textIn(title) || said, value: said } : null
}

const speaking = new Set<unknown>(['imBack', 'postBack', 'messageBack'])

const spokenValue = ({ value, title }: Record<string, unknown>): string =>
  value === undefined || value === null ? textIn(title) : textIn(value)
