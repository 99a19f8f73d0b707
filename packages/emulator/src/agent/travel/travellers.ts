import { numberPattern, readNumber } from './number-words.ts'
import type { TripField } from './trip.ts'

/** A number of people, and the words that said so. */
export interface FoundTravellers {
  count: number
  start: number
  end: number
}

const companions = 'colleagues?|friends?|others?|co-?workers?'
const people = `people|persons?|travell?ers?|adults?|passengers?|guests?|of us|${companions}`
const relatives =
  'wife|husband|partner|boss|son|daughter|mother|father|colleague|friend|manager|assistant'

/** Each pattern and how many people it adds to the number it matched. */
const patterns: readonly (readonly [RegExp, number])[] = [
  [new RegExp(`\\bwith ${numberPattern} (?:${companions})\\b`, 'i'), 1],
  [new RegExp(`\\b(?:for )?${numberPattern} (?:${people})\\b`, 'i'), 0],
  [new RegExp(`\\b(?:we are|we're|we will be|party of|group of) ${numberPattern}\\b`, 'i'), 0],
  [new RegExp(`\\btravell?ers?(?: is| are| to|:| =)? ${numberPattern}\\b`, 'i'), 0],
  [new RegExp(`\\bmake (?:it|that) ${numberPattern}\\b`, 'i'), 0],
  [new RegExp(`\\bfor ${numberPattern}\\b(?=\\s*(?:$|[.,;!?]))`, 'i'), 0]
]
const pair = new RegExp(
  `\\b(?:my (?:${relatives}) and (?:i|me)|(?:me|i) and my (?:${relatives}))\\b`,
  'i'
)
const alone = /\b(?:just me|only me|alone|by myself|myself|solo|on my own)\b/i
const bare = new RegExp(`\\b${numberPattern}\\b`, 'i')

/** Reads how many people travel; a lone number counts only when it was asked for. */
export function findTravellers(text: string, asked: TripField | null): FoundTravellers | null {
  for (const [pattern, extra] of patterns) {
    const match = pattern.exec(text)
    if (match) return at(match, readNumber(match[1] ?? '') + extra)
  }
  const two = pair.exec(text)
  if (two) return at(two, 2)
  const one = alone.exec(text)
  if (one) return at(one, 1)
  const number = asked === 'travellers' ? bare.exec(text) : null
  return number && at(number, readNumber(number[1] ?? ''))
}

function at(match: RegExpExecArray, count: number): FoundTravellers | null {
  if (count < 1) return null
  return { count, start: match.index, end: match.index + match[0].length }
}
