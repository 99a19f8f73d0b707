import type { TripField } from './trip.ts'

const word = "\\p{Lu}[\\p{L}'’-]*"
const joint = '(?:(?:de|del|la|of|the|upon|am|an der|do|da) )?'
const place = `(${word}(?: ${joint}${word}){0,3})`

/** From the most to the least explicit; the last match of the first pattern that has one counts. */
const named = [
  `(?:[Mm]ake (?:it|that)|[Dd]estination(?: is| to|:)?|[Bb]ut|[Rr]ather|[Aa]ctually,?) ${place}`,
  `(?:^|[^\\p{L}])[Tt]o ${place}`,
  `(?:[Vv]isit(?:ing)?|[Ii]n) ${place}`,
  `${place} instead`
].map(pattern => new RegExp(pattern, 'gu'))

const lowerCase =
  /\b(?:go|going|fly|flying|travel|travelling|traveling|trip|flight|heading|get) to ([\p{L}'’-]+(?: [\p{L}'’-]+)??)(?=\s*(?:$|[.,;!?]|\b(?:from|for|on|in|with|between|and|please)\b))/giu

const notPlaces = new Set(
  'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday i we it my please'.split(
    ' '
  )
)
const notAnswers =
  /\b(?:hi|hello|hey|yes|no|ok|okay|thanks|thank|please|help|i|we|want|need|book|trip|travel|what|why|how|who|nothing|know|idea|sure|change|confirm)\b/i
const bareAnswer = /^[\p{L}][\p{L}'’ -]{1,40}$/u

/** Reads where the trip goes; a lone name counts only when it was asked for. */
export function findDestination(text: string, asked: TripField | null): string | null {
  for (const pattern of named) {
    const found = [...text.matchAll(pattern)]
      .map(match => match[1] ?? '')
      .findLast(name => !notPlaces.has(name.toLowerCase()))
    if (found) return found
  }
  const lower = [...text.matchAll(lowerCase)].at(-1)?.[1]
  if (lower && !notPlaces.has(lower.toLowerCase())) return titleCase(lower)
  return asked === 'destination' ? readBareAnswer(text) : null
}

function readBareAnswer(text: string): string | null {
  const answer = text.trim().replace(/[.!]+$/, '')
  const few = answer.split(' ').length <= 4
  return few && bareAnswer.test(answer) && !notAnswers.test(answer) ? titleCase(answer) : null
}

function titleCase(name: string): string {
  return name.replace(/(?:^|[ -])\p{Ll}/gu, start => start.toUpperCase())
}
