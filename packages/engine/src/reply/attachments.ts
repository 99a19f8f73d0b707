import { type DisplayMessage, sanitiseCard } from '@turnwise/schema'
import { isRecord, recordsOf } from './activity.ts'
import type { ReplyRules } from './rules.ts'

type Part = Pick<DisplayMessage, 'kind' | 'text' | 'card' | 'attachment'>

const adaptive = 'application/vnd.microsoft.card.adaptive'
const simpleCards = new Set([
  'application/vnd.microsoft.card.hero',
  'application/vnd.microsoft.card.thumbnail'
])

/** Turns one attachment into something to show, or says why there is nothing. */
export const readAttachment = (
  attachment: Record<string, unknown>,
  rules: ReplyRules,
  safe: (href: unknown) => string | null
): { part: Part } | { reason: string } => {
  const contentType = String(attachment.contentType ?? '')
  if (contentType === adaptive) return cardPart(attachment.content, rules)
  if (simpleCards.has(contentType)) return cardPart(asAdaptive(attachment.content), rules)
  if (contentType.startsWith('application/vnd.microsoft.card.'))
    return { reason: `a card of type ${contentType.slice(30)}` }
  return filePart(attachment, contentType, safe)
}

const cardPart = (content: unknown, rules: ReplyRules): { part: Part } | { reason: string } => {
  const sanitised = sanitiseCard(content, rules)
  return sanitised.card === null
    ? { reason: `a card that cannot be shown: ${sanitised.reason}` }
    : { part: { kind: 'card', card: sanitised.card as Record<string, unknown> } }
}

const filePart = (
  attachment: Record<string, unknown>,
  contentType: string,
  safe: (href: unknown) => string | null
): { part: Part } => ({
  part: {
    kind: contentType.startsWith('image/') ? 'image' : 'file',
    attachment: {
      name: typeof attachment.name === 'string' ? attachment.name.toWellFormed() : null,
      contentType: contentType || 'application/octet-stream',
      url: safe(attachment.contentUrl)
    }
  }
})

/** Hero and thumbnail cards say the same as an Adaptive Card, with other words. */
const asAdaptive = (content: unknown): unknown => {
  if (!isRecord(content)) return content
  const texts = [
    { text: content.title, size: 'Large', weight: 'Bolder' },
    { text: content.subtitle, isSubtle: true },
    { text: content.text }
  ].filter(({ text }) => typeof text === 'string' && text !== '')
  return {
    type: 'AdaptiveCard',
    version: '1.5',
    body: [
      ...texts.map(block => ({ type: 'TextBlock', wrap: true, ...block })),
      ...recordsOf(content.images).map(({ url, alt }) => ({
        type: 'Image',
        url,
        altText: alt ?? ''
      }))
    ],
    actions: recordsOf(content.buttons).map(button =>
      button.type === 'openUrl'
        ? { type: 'Action.OpenUrl', title: button.title, url: button.value }
        : { type: 'Action.Submit', title: button.title, data: { value: button.value } }
    )
  }
}
