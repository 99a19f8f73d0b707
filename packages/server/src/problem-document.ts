import type { ErrorDetails } from '@turnwise/engine'
import { isTurnwiseError } from '@turnwise/engine'
import type { Problem } from '@turnwise/schema'
import { HTTPException } from 'hono/http-exception'
import { type EdgeCode, type ProblemCode, problems } from './problems.ts'

/** A request that is refused before the engine hears of it. */
export class EdgeError extends Error {
  override readonly name = 'EdgeError'
  readonly code: EdgeCode
  readonly details: Pick<ErrorDetails, 'issues'>
  /** Headers the answer needs, such as `Allow`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: EdgeCode,
    details: Pick<ErrorDetails, 'issues'> = {},
    headers: Readonly<Record<string, string>> = {}
  ) {
    super(code)
    this.code = code
    this.details = details
    this.headers = headers
  }
}

/** What a problem document is made from. */
export type ProblemCause = {
  code: ProblemCode
  details?: ErrorDetails
  /**
   * The failure is the stored answer of an idempotency key: the same key can only bring it again, so
   * where a retry helps it needs a new one.
   */
  stored?: boolean
}

const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code)

/** Tells what went wrong from anything that was thrown; what nobody planned for is a bug. */
export function causeOf(error: unknown): ProblemCause {
  if (error instanceof EdgeError) return { code: error.code, details: error.details }
  if (isTurnwiseError(error) && isProblemCode(error.code)) {
    return { code: error.code, details: error.details }
  }
  // The validators of the framework throw this one for a body that is not JSON, and no other.
  if (error instanceof HTTPException && error.status === 400) return { code: 'ERR_BODY_MALFORMED' }
  return { code: 'ERR_INTERNAL' }
}

/** Hears of failures that nobody planned for. */
export type OnBug = (error: unknown, requestId: string) => void

/** What a failure belongs to: the request it ended, or the part of the server that found it. */
export type FailureContext = { requestId?: string; part?: string }

/** Hears of failures that are planned for and are not the client's. */
export type OnFailure = (error: unknown, about?: FailureContext) => void

/** Who hears of what goes wrong. */
export type Hearers = { onBug: OnBug; onFailure: OnFailure }

/** Tells of an error whoever should know of it; what is refused on purpose nobody needs to hear of. */
export function report(error: unknown, requestId: string, { onBug, onFailure }: Hearers): void {
  const { code } = causeOf(error)
  if (code === 'ERR_INTERNAL') onBug(error, requestId)
  else if (isTurnwiseError(error) && problems[code].status >= 500) onFailure(error, { requestId })
}

/**
 * Renders a problem document.
 *
 * Everything in it comes from the table, but for the issues and the seconds to wait: a message of
 * the failure is never shown, so no stack, host, path or cause can be.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9457
 */
export function problemDocument(cause: ProblemCause, requestId: string): Problem {
  const { status, title, detail, retry, retryAfter } = problems[cause.code]
  // Two codes that must not be told apart share a row; the row's first code is the one shown.
  const code = cause.code === 'ERR_CONVERSATION_GONE' ? 'ERR_CONVERSATION_UNKNOWN' : cause.code
  const wait = retry === 'none' ? undefined : (cause.details?.retryAfter ?? retryAfter)
  const issues = cause.details?.issues
  return {
    type: `urn:turnwise:problem:${code.slice('ERR_'.length).toLowerCase().replaceAll('_', '-')}`,
    title,
    status,
    detail,
    code,
    requestId,
    retry: adviceFor(cause, retry),
    ...(wait === undefined ? {} : { retryAfter: Math.max(0, Math.ceil(wait)) }),
    ...(issues === undefined ? {} : { issues: [...issues] })
  }
}

/** A stored failure is the answer of its key for good, and of a used card for every key. */
const adviceFor = (
  { stored, details }: ProblemCause,
  retry: Problem['retry']
): Problem['retry'] => {
  if (details?.cardConsumed) return 'none'
  return stored && retry === 'same-key' ? 'new-key' : retry
}

/** Answers a request with a problem document and the headers that go with it. */
export function problemResponse(
  problem: Problem,
  headers: Readonly<Record<string, string>> = {}
): Response {
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      ...(problem.retryAfter === undefined ? {} : { 'retry-after': String(problem.retryAfter) }),
      ...headers
    }
  })
}
