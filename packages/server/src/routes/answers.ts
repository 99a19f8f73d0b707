import { liveEventData, problem } from '@turnwise/schema'
import { type ZodType, z } from 'zod'
import { type ProblemRow, problems } from '../problems.ts'

type Status = ProblemRow['status']
type ProblemAnswer = {
  description: string
  headers?: z.ZodObject
  content: { 'application/problem+json': { schema: typeof problem } }
}

/** What any request can be answered with, whatever its route: before the route is known, or for its bugs. */
const ANY_REQUEST = [400, 403, 405, 408, 431, 500] as const

/** What OpenAPI has no words for: the events of a stream. */
export const EVENTS = `Their names: ${Object.keys(liveEventData)
  .map(name => `\`${name}\``)
  .join(', ')}; \`turn-committed\` carries a TurnAnswer, \`turn-failed\` a Problem.`

/**
 * Declares the problem documents a route answers with, each with the codes its status stands for:
 * those of every request, and the given ones.
 */
export function problemAnswers<const S extends Status>(
  ...statuses: readonly S[]
): Record<S | (typeof ANY_REQUEST)[number], ProblemAnswer> {
  const answers = [...ANY_REQUEST, ...statuses].map(status => {
    const headers = headersOf(status)
    return [
      status,
      {
        description: codesOf(status),
        ...(headers === undefined ? {} : { headers }),
        content: { 'application/problem+json': { schema: problem } }
      }
    ]
  })
  return Object.fromEntries(answers)
}

const retryAfter = z.string().regex(/^\d+$/).meta({
  description: 'Seconds to wait before the request is tried again.'
})
const allow = z.string().meta({ description: 'The methods of this path.' })

function headersOf(status: Status): z.ZodObject | undefined {
  if (status === 405) return z.object({ Allow: allow })
  const rows = Object.values(problems).filter(row => row.status === status)
  if (!rows.some(row => row.retryAfter !== undefined)) return undefined
  const always = rows.every(row => row.retryAfter !== undefined)
  return z.object({ 'Retry-After': always ? retryAfter : retryAfter.optional() })
}

function codesOf(status: Status): string {
  const codes = Object.entries(problems).filter(([, row]) => row.status === status)
  return codes.map(([code, row]) => `\`${code}\`: ${row.title}.`).join(' ')
}

/** Declares a JSON answer. */
export function jsonAnswer<S extends ZodType>(
  description: string,
  schema: S
): { description: string; content: { 'application/json': { schema: S } } } {
  return { description, content: { 'application/json': { schema } } }
}
