import {
  type CardRemovalReason,
  type DisplayMessage,
  safeHref,
  sanitiseCard
} from '@turnwise/schema'
import { textIn } from './activity.ts'
import { type Problem, problem } from './problem.ts'
import type { ReplyRules } from './rules.ts'
import { asAdaptiveCard } from './simple-card.ts'

/** What of a message is shown besides its text. */
export type Part = Pick<DisplayMessage, 'kind' | 'text' | 'card' | 'attachment'>

/** What an attachment gives to show and to say, and what of it could not be taken over. */
export type ReadAttachment = {
  part: Part | null
  choices: readonly { title: string; value: string }[]
  problems: readonly Problem[]
}

const cardTypes = 'application/vnd.microsoft.card.'
const simpleCards = new Set([`${cardTypes}hero`, `${cardTypes}thumbnail`])

/** The content type of attachments that are Adaptive Cards. */
export const adaptiveCardType: string = `${cardTypes}adaptive`

/**
 * Turns one attachment into something to show.
 *
 * @param path where it stands in its activity
 */
export const readAttachment = (
  attachment: Record<string, unknown>,
  path: readonly PropertyKey[],
  rules: ReplyRules
): ReadAttachment => {
  const contentType = textIn(attachment.contentType)
  const inside = [...path, 'content']
  if (contentType === adaptiveCardType)
    return { ...readCard(attachment.content, inside, rules), choices: [] }
  if (simpleCards.has(contentType)) {
    const { card, choices } = asAdaptiveCard(attachment.content)
    return { ...readCard(card, inside, rules), choices }
  }
  return contentType.startsWith(cardTypes)
    ? nothing(problem(path, 'attachment', 'a card that can be shown', contentType))
    : readFile(attachment, path, rules)
}

const nothing = (reason: Problem): ReadAttachment => ({
  part: null,
  choices: [],
  problems: [reason]
})

const readCard = (
  content: unknown,
  path: readonly PropertyKey[],
  rules: ReplyRules
): Pick<ReadAttachment, 'part' | 'problems'> => {
  const sanitised = sanitiseCard(content, rules)
  if (sanitised.card === null)
    return nothing(problem(path, 'card', 'a card that can be shown', sanitised.reason))
  const problems = sanitised.removed
    .filter(({ reason }) => !harmless.has(reason))
    .slice(0, mostRemovals)
    .map(removal => {
      const at = problem(path, 'card', 'what a card may hold', removal.reason)
      return { ...at, path: `${at.path}${removal.path}` }
    })
  return { part: { kind: 'card', card: sanitised.card }, problems }
}

/** What is left out of a card without anybody missing it, and how much else is reported of one. */
const harmless = new Set<CardRemovalReason>(['resolved', 'unknown-property'])
const mostRemovals = 10

const readFile = (
  attachment: Record<string, unknown>,
  path: readonly PropertyKey[],
  rules: ReplyRules
): ReadAttachment => {
  const { contentUrl } = attachment
  const contentType = textIn(attachment.contentType) || 'application/octet-stream'
  const name = textIn(attachment.name) || null
  if (contentUrl == null && name === null)
    return nothing(problem(path, 'attachment', 'a name or an address', attachment))
  const url = safeHref(contentUrl, rules)
  const kind = contentType.startsWith('image/') ? 'image' : 'file'
  return {
    part: { kind, attachment: { name, contentType, url } },
    choices: [],
    problems:
      contentUrl == null || url !== null
        ? []
        : [problem([...path, 'contentUrl'], 'attachment', 'a safe link', contentUrl)]
  }
}
