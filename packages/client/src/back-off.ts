import { asProblem, type ClientProblem } from './client-problem.ts'

export type RetryPolicy = {
  /** Attempts in a row without any progress before giving up. */
  attempts: number
  /** Upper bound of the first pause, in milliseconds; it doubles from pause to pause. */
  pause: number
  /** Upper bound of every pause, in milliseconds. */
  longestPause: number
}

export const DEFAULT_RETRY: RetryPolicy = { attempts: 10, pause: 500, longestPause: 10_000 }

const TRANSPORT = new Set(['ERR_NETWORK', 'ERR_ANSWER_INVALID'])
/** Request not received, turn still running, server not able just now: a moment later it may work. */
const PASSING = new Set([408, 409, 503])

/** Says whether a call failed for a passing reason, so that repeating it needs nobody's decision. */
export function isPassing({ problem }: ClientProblem): boolean {
  if (problem.retry !== 'same-key') return false
  return TRANSPORT.has(problem.code) || PASSING.has(problem.status)
}

/**
 * Pauses between attempts: growing, with full jitter, so that many clients that lost one server do
 * not come back at once.
 */
export class BackOff {
  readonly #policy: RetryPolicy
  #failures = 0

  constructor(policy: RetryPolicy) {
    this.#policy = policy
  }

  /** Something arrived: the next failure is a first one. */
  progressed(): void {
    this.#failures = 0
  }

  /**
   * Waits before the next attempt.
   *
   * @param error why the last attempt failed
   * @throws ClientProblem when another attempt would not help, or enough have been made
   */
  async pause(error: unknown, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    const failure = asProblem(error)
    this.#failures++
    if (!isPassing(failure) || this.#failures >= this.#policy.attempts) throw failure
    const { pause, longestPause } = this.#policy
    const bound = Math.min(longestPause, pause * 2 ** (this.#failures - 1))
    const asked = (failure.problem.retryAfter ?? 0) * 1000
    await sleep(Math.max(asked, Math.random() * bound), signal)
  }
}

const sleep = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
  })
