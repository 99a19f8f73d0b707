import { nameActions, sanitiseCard } from '@turnwise/schema'
import { withoutPictures } from './without-pictures.ts'

type Json = Record<string, unknown>

/** A card made ready for the renderer, or the reason why it cannot be shown. */
export type PreparedCard = { ok: true; card: Json } | { ok: false; reason: string }

/**
 * Prepares a card that may come from anywhere: sanitised once more on this side, its actions named
 * as the server names them, its inputs given the words that a form needs, and nothing left to load.
 */
export function preparedCard(source: unknown): PreparedCard {
  const sanitised = sanitiseCard(source)
  if (sanitised.card === null) return { ok: false, reason: sanitised.reason }
  return { ok: true, card: worded(withoutPictures(nameActions(sanitised.card))) as Json }
}

function worded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(worded)
  if (typeof value !== 'object' || value === null) return value
  const node = value as Json
  const inner = Object.fromEntries(Object.entries(node).map(([key, item]) => [key, worded(item)]))
  const { type } = node
  if (typeof type !== 'string') return inner
  if (type.startsWith('Input.')) return wordedInput(type, inner)
  return type === 'Action.OpenUrl' ? wordedLink(inner) : inner
}

/** An input without a label has no name for a screen reader, one without a message no error. */
function wordedInput(type: string, input: Json): Json {
  const { label, title, placeholder, id, errorMessage, isRequired } = input
  const named = type === 'Input.Toggle' ? title : label
  const name = [named, placeholder, id].find(one => typeof one === 'string' && one !== '')
  return {
    ...input,
    ...(type === 'Input.Toggle' ? { title: name ?? 'Option' } : { label: name ?? 'Input' }),
    errorMessage:
      errorMessage ?? (isRequired === true ? 'Please fill this in.' : 'Please check this.')
  }
}

function wordedLink(action: Json): Json {
  const { title, url } = action
  if (typeof url !== 'string' || !URL.canParse(url)) return action
  const { host } = new URL(url)
  const words = typeof title === 'string' ? title : ''
  return { ...action, title: words.includes(host) ? words : `${words} (${host})`.trim() }
}
