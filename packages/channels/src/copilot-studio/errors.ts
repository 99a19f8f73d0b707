import { isTurnwiseError, TurnwiseError } from '@turnwise/engine'
import { Expired, type TimeLimits } from './time-limits.ts'

/** The far side answered, but not with a stream of events. */
export function rejected(status: number, retryAfter: number | undefined): TurnwiseError {
  const what =
    status < 300
      ? `The agent answered HTTP ${status} without an event stream`
      : `The agent refused the request with HTTP ${status}`
  return new TurnwiseError('ERR_CHANNEL_REJECTED', what, {
    retryable: status === 429 || status === 503,
    details: { status, sent: true, ...(retryAfter === undefined ? {} : { retryAfter }) }
  })
}

/** There is no token to send; told as the 401 that sending without one would bring. */
export const noToken = (): TurnwiseError =>
  new TurnwiseError('ERR_CHANNEL_REJECTED', 'There is no usable token for the agent', {
    details: { status: 401, sent: false }
  })

/** Making one failed; what says so by a code of its own is left as it is. */
export const tokenUnavailable = (cause: unknown): TurnwiseError =>
  isTurnwiseError(cause) ? cause : unreachable('No token could be made for the agent', cause)

/** The stream stopped, but the far side had not said that its turn was over. */
export const cut = (cause?: unknown): TurnwiseError =>
  new TurnwiseError('ERR_CHANNEL_CUT', `The reply was cut${because(cause)}`, {
    cause,
    details: { sent: true }
  })

/** @param limit the limit that was passed, in words */
export const replyTooLarge = (limit: string): TurnwiseError =>
  new TurnwiseError('ERR_CHANNEL_REPLY_TOO_LARGE', `The reply has more than ${limit}`, {
    details: { sent: true }
  })

/**
 * Says what it means that waiting for the network has failed.
 *
 * @param sent the body had left; if not, nothing can have happened on the far side
 */
export function networkFailure(error: unknown, limits: TimeLimits, sent: boolean): TurnwiseError {
  if (isTurnwiseError(error)) return error
  const { reason } = limits.signal
  if (reason instanceof Expired) {
    return reason.limit === 'connect' ? unreachable(reason.message) : timeout(reason.message, sent)
  }
  if (limits.signal.aborted) {
    const details = { sent }
    return new TurnwiseError('ERR_CHANNEL_CANCELLED', 'The call was cancelled', { details })
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (timeouts.has(codeOf(cause))) {
    return timeout('The agent was silent for longer than the HTTP client waits', sent)
  }
  if (sent) return cut(cause)
  return unreachable(`No connection to the agent${because(cause)}`, cause)
}

const unreachable = (message: string, cause?: unknown): TurnwiseError =>
  new TurnwiseError('ERR_CHANNEL_UNREACHABLE', message, {
    retryable: true,
    cause,
    details: { sent: false }
  })

const timeout = (message: string, sent: boolean): TurnwiseError =>
  new TurnwiseError('ERR_CHANNEL_TIMEOUT', message, { retryable: !sent, details: { sent } })

/** Limits of undici itself, which matter when ours are longer. */
const timeouts = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const because = (cause: unknown): string => {
  if (!(cause instanceof Error)) return ''
  return `: ${codeOf(cause) || cause.message}`
}
