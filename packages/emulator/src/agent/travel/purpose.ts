import type { TripField } from './trip.ts'

const reasons =
  'conference|customer visit|client visit|meetings?|business(?: trip)?|holidays?|vacation|wedding|training|workshop|trade fair|family visit|visiting family|visit family|interview|sightseeing|honeymoon|research|team event|summit|course'

const explicit = /\bpurpose(?: of the trip)?(?: is| to|:| =)? ([^.,;!?\n]{2,120})/i
const withArticle = new RegExp(
  `\\b(?:for|attend(?:ing)?|because of|to attend) (?:an? |the |our |my )?((?:[\\p{L}-]{2,20} ){0,2}(?:${reasons}))\\b`,
  'iu'
)
const mentioned = new RegExp(`\\b(${reasons})\\b`, 'i')
const leadIn =
  /^(?:it(?:'s| is) |this is )?(?:for |because of |to attend )?(?:an? |the |our |my )?/i
const notReasons = /^(?:yes|no|ok|okay|hi|hello|thanks|thank you|please|help|none)$/i

/** Reads why somebody travels; free words count only when they were asked for. */
export function findPurpose(text: string, asked: TripField | null): string | null {
  const named = explicit.exec(text) ?? withArticle.exec(text) ?? mentioned.exec(text)
  if (named?.[1]) return named[1].trim().toLowerCase()
  return asked === 'purpose' ? readBareAnswer(text) : null
}

function readBareAnswer(text: string): string | null {
  const answer = text
    .trim()
    .replace(/[.!]+$/, '')
    .replace(leadIn, '')
  if (answer.length < 2 || answer.endsWith('?') || notReasons.test(answer)) return null
  return answer.slice(0, 120)
}
