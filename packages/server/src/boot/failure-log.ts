import { type ErrorCode, isTurnwiseError, type TurnwiseError } from '@turnwise/engine'
import type { Logger } from 'pino'
import type { OnFailure } from '../problem-document.ts'
import { type ProblemRow, problems } from '../problems.ts'

/** Milliseconds in which the same failure is logged once; the others are counted. */
const QUIET = 10_000

/** Errors of our own whose words hold nothing that anybody has said. */
const TOLD: ReadonlySet<string> = new Set<ErrorCode>([
  'ERR_STORE_UNAVAILABLE',
  'ERR_STORE_LOCKED',
  'ERR_CONVERSATION_UNREADABLE',
  'ERR_WORKFLOW_UNAVAILABLE'
])

/**
 * Logs failures that are planned for, with what they come from: at `warn`, and what somebody has to put
 * right at `error`. A store that is away fails every request: the first failure of a kind is logged at
 * once, and how many have followed it when the quiet time is over.
 */
export const failureLog = (log: Logger): OnFailure => {
  const followed = new Map<string, number>()
  return (error, about = {}) => {
    const facts = factsOf(error)
    const kind = JSON.stringify([facts, about.part])
    const more = followed.get(kind)
    if (more !== undefined) {
      followed.set(kind, more + 1)
      return
    }
    const level = isFault(facts.code) ? 'error' : 'warn'
    log[level]({ ...about, ...facts }, 'failure')
    followed.set(kind, 0)
    const end = setTimeout(() => {
      const repeated = followed.get(kind)
      followed.delete(kind)
      if (repeated) log[level]({ part: about.part, ...facts, repeated }, 'failure')
    }, QUIET)
    end.unref()
  }
}

/** Repeating the request does not help: somebody has to look. */
const isFault = (code: string): boolean =>
  (problems as Readonly<Record<string, ProblemRow>>)[code]?.status === 500

const factsOf = (error: unknown) => {
  if (!isTurnwiseError(error)) return { code: nameOf(error) }
  const { code, message } = error
  if (!TOLD.has(code)) return { code }
  const cause = causeOf(error)
  return { code, message, ...(cause === undefined ? {} : { cause }) }
}

/**
 * What a failure comes from. What a store says of itself is told in its words; what cannot be read was
 * said by somebody, and a parser quotes it.
 */
const causeOf = ({ code, cause }: TurnwiseError) => {
  if (!(cause instanceof Error)) return undefined
  const name = nameOf(cause)
  if (code !== 'ERR_STORE_UNAVAILABLE') return { name }
  // Redis quotes the arguments of a command that it does not know, and those name people.
  const [message] = cause.message.split(/,? with args/, 1)
  return { name, message }
}

/** The code of the system or of a library, or else the class. */
const nameOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown }
  if (typeof code === 'string') return code
  return error instanceof Error ? error.constructor.name : typeof error
}
