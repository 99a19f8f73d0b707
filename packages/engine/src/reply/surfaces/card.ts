import { isRecord, recordsOf } from '../activity.ts'
import { asGiven, type SurfaceReader } from './attempt.ts'

/**
 * Data of an Adaptive Card: `data` of the card itself, else of its buttons when all of them would
 * send the same. What buttons nobody pressed would send is no data once they differ.
 */
export const readCard: SurfaceReader = ({ activity }) => {
  for (const attachment of recordsOf(activity.fields.attachments)) {
    if (attachment.contentType !== 'application/vnd.microsoft.card.adaptive') continue
    const card = contentOf(attachment.content)
    if (card === null) continue
    if (isRecord(card.data)) return asGiven(card.data)
    const offers = recordsOf(card.actions)
      .filter(({ type }) => type === 'Action.Submit' || type === 'Action.Execute')
      .map(({ data }) => data)
    const [first, ...others] = offers
    if (isRecord(first) && others.every(other => JSON.stringify(other) === JSON.stringify(first)))
      return asGiven(first)
  }
  return null
}

const contentOf = (content: unknown): Record<string, unknown> | null => {
  if (isRecord(content)) return content
  if (typeof content !== 'string') return null
  try {
    const parsed: unknown = JSON.parse(content)
    return isRecord(parsed) ? parsed : null
  } catch {
    return null
  }
}
