import { isObject } from '../json.ts'
import type { Fitting } from '../judge/judged.ts'
import type { Confidence, Repair } from '../outcome.ts'
import type { Risk } from '../repair-codes.ts'
import { FORMS, holdsCode } from './forms.ts'

/** What each repair takes from the score, and what all of a kind can take together. */
const TAKEN: readonly (readonly [risk: Risk, each: number, most: number])[] = [
  ['lossless', 0.003, 0.05],
  ['lossy', 0.05, 0.35],
  ['guess', 0.16, 0.5]
]

/** Says how sure a reading is, from 0 to 1. */
export function scoreOf({ finding, data, repairs, covered, checked }: Fitting): number {
  const { source, standing } = finding
  let [, score] = FORMS[source.form]
  for (const [risk, each, most] of TAKEN) {
    score -= Math.min(most, reasons(repairs, risk) * each)
  }
  // Of what was written, an item or digits are lost: whatever is left, that is at best likely.
  const lost = repairs.filter(
    ({ code }) => code === 'item_dropped' || code === 'integer_unsafe'
  ).length
  if (lost > 0) score -= Math.min(0.3, 0.1 + lost * 0.06)
  if (finding.truncatedAt !== undefined) score -= 0.3
  if (standing === 'example' || standing === 'sample') score -= 0.35
  if (standing === 'template') score -= 0.6
  if (source.reasoning) score -= 0.6
  if (!covered) score -= 0.6
  // Without a schema, braces in a program or a style sheet read like data, too.
  const bare = source.form !== 'document' && source.form !== 'fence'
  const words = repairs.some(({ code }) => code === 'key_quoted' || code === 'string_quoted')
  if (!checked && (holdsCode(source) || (bare && words))) score -= 0.4
  // With one, an index or an empty list of a program may fit: keys that are asked for tell more.
  else if (holdsCode(source) && ![data].flat().some(isObject)) score -= 0.2
  return Math.max(0.01, score)
}

/** A place in every item of a list, and the places inside of it. */
type Places = Map<string, Places>

/** What is read in the same way at every item of a list is one habit; each guess may be wrong. */
function reasons(repairs: readonly Repair[], risk: Risk): number {
  const alike = repairs.filter(repair => repair.risk === risk)
  if (risk === 'guess' || alike.length < 2) return alike.length
  const places: Places = new Map()
  const habits = new Set<Places>()
  for (const { code, path } of alike) {
    let place = placeIn(places, code)
    for (const key of path) if (typeof key === 'string') place = placeIn(place, key)
    habits.add(place)
  }
  return habits.size
}

function placeIn(places: Places, key: string): Places {
  let place = places.get(key)
  if (place === undefined) {
    place = new Map()
    places.set(key, place)
  }
  return place
}

/** The score in a word. */
export function confidenceOf(score: number): Confidence {
  if (score >= 0.85) return 'high'
  return score >= 0.5 ? 'medium' : 'low'
}
