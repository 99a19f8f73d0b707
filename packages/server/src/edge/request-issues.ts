import type { Hook } from '@hono/zod-openapi'
import type { ErrorDetails } from '@turnwise/engine'
import type { ZodError } from 'zod'
import type { ServerEnv } from '../environment.ts'
import { EdgeError } from '../problem-document.ts'

type Issue = NonNullable<ErrorDetails['issues']>[number]
type ZodIssue = ZodError['issues'][number]

const MOST_ISSUES = 20
const LONGEST_WORD = 80

/**
 * Refuses what does not fit the schema of its route.
 *
 * @throws EdgeError `ERR_REQUEST_INVALID` with the issues
 */
export const refuseInvalid: Hook<unknown, ServerEnv, string, void> = result => {
  if (result.success) return
  // The value that failed is handed over too; the type of the hook does not say so.
  const { data } = result as { data?: unknown }
  throw new EdgeError('ERR_REQUEST_INVALID', { issues: requestIssues(result.error, data) })
}

/**
 * Says what a schema dislikes about a value, as problem documents say it: a JSON pointer, the rule,
 * what was expected, and the kind of thing that came (never the thing itself).
 */
export function requestIssues(error: ZodError, value: unknown): Issue[] {
  return error.issues.slice(0, MOST_ISSUES).map(issue => ({
    path: issue.path.map(key => `/${pointerToken(String(key))}`).join(''),
    rule: issue.code,
    expected: expectation(issue),
    got: issue.code === 'unrecognized_keys' ? quoted(issue.keys) : kindOf(at(value, issue.path))
  }))
}

const pointerToken = (key: string): string =>
  shortened(key).replaceAll('~', '~0').replaceAll('/', '~1')

function expectation(issue: ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected
    case 'too_small':
      return `at least ${issue.minimum}${unit(issue.origin)}`
    case 'too_big':
      return `at most ${issue.maximum}${unit(issue.origin)}`
    case 'invalid_value':
      return quoted(issue.values.map(String))
    case 'unrecognized_keys':
      return 'no other keys'
    case 'invalid_union':
      return 'one of the allowed types'
    default:
      return shortened(issue.message)
  }
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' ? ' items' : ''
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') return `a string of ${value.length} characters`
  if (Array.isArray(value)) return `an array of ${value.length} items`
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined
    here = Reflect.get(here, key)
  }
  return here
}

const quoted = (words: readonly string[]): string =>
  words
    .slice(0, MOST_ISSUES)
    .map(word => JSON.stringify(shortened(word)))
    .join(', ')

const shortened = (word: string): string =>
  (word.length <= LONGEST_WORD ? word : `${word.slice(0, LONGEST_WORD - 1)}…`).toWellFormed()
