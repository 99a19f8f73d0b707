import type { ParseProblem } from '@turnwise/schema'
import { referenceToken } from '../json-pointer.ts'
import { isRecord } from '../workflow/plain-json.ts'

/** What was wrong with a value, before it is known where in the reply the value stood. */
export type Problem = Omit<ParseProblem, 'surface' | 'activity'>

const longestQuote = 80
const longestExpectation = 200

/** @param got what stood there; of an object only the names of its fields are told */
export const problem = (
  path: readonly PropertyKey[],
  rule: string,
  expected: string,
  got: unknown
): Problem => ({
  path: path.map(key => `/${referenceToken(String(key))}`).join(''),
  rule,
  expected: cut(expected, longestExpectation),
  got: cut(described(got), longestQuote)
})

const described = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (isRecord(value))
    return `an object with ${Object.keys(value).slice(0, 5).join(', ') || 'no fields'}`
  return value === undefined ? 'nothing' : String(value)
}

/** Cuts without leaving half a surrogate pair. */
const cut = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
