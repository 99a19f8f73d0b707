import { liveEventData, problem } from '@turnwise/schema'
import type { ZodType } from 'zod'
import { type ProblemRow, problems } from '../problems.ts'

type Status = ProblemRow['status']
type ProblemAnswer = {
  description: string
  content: { 'application/problem+json': { schema: typeof problem } }
}

/** What OpenAPI has no words for: the events of a stream. */
export const EVENTS = `Their names: ${Object.keys(liveEventData)
  .map(name => `\`${name}\``)
  .join(', ')}; \`turn-committed\` carries a TurnAnswer, \`turn-failed\` a Problem.`

/** Declares the problem documents a route answers with, each with the codes its status stands for. */
export function problemAnswers<const S extends Status>(
  ...statuses: readonly S[]
): Record<S, ProblemAnswer> {
  const answers = statuses.map(status => [
    status,
    {
      description: codesOf(status),
      content: { 'application/problem+json': { schema: problem } }
    }
  ])
  return Object.fromEntries(answers)
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
