import { type Problem, problem as problemSchema } from '@turnwise/schema'

/** What can go wrong on the way to a server, besides what the server says itself. */
export type TransportCode =
  /** The server could not be reached, or the connection broke. */
  | 'ERR_NETWORK'
  /** Something answered that is not this API. */
  | 'ERR_ANSWER_INVALID'

/**
 * The one class of failures of a call: what the server said in its problem document, or what the
 * transport met, in the same form.
 *
 * Recognise a failure by `problem.code`. `problem.retry` says whether to try again with the same
 * idempotency key, with a new one, or not at all; a `status` of 0 means that no answer came.
 */
export class ClientProblem extends Error {
  override readonly name = 'ClientProblem'
  readonly problem: Problem

  constructor(problem: Problem, options?: ErrorOptions) {
    super(`${problem.code}: ${problem.title}`, options)
    this.problem = problem
  }

  get code(): string {
    return this.problem.code
  }
}

const TITLES: Readonly<Record<TransportCode, string>> = {
  ERR_NETWORK: 'The server cannot be reached',
  ERR_ANSWER_INVALID: 'The answer is not one of this API'
}

/** Makes the problem of a failed transport. Trying again with the same key is always safe. */
export function transportProblem(
  code: TransportCode,
  status: number,
  cause?: unknown
): ClientProblem {
  const document: Problem = {
    type: 'about:blank',
    title: TITLES[code],
    status,
    code,
    requestId: '',
    retry: 'same-key'
  }
  return new ClientProblem(document, cause === undefined ? undefined : { cause })
}

/** Reads the problem document of an answer; one that has none came from something in between. */
export async function problemOf(response: Response): Promise<ClientProblem> {
  const body: unknown = await response.json().catch(() => null)
  const read = problemSchema.safeParse(body)
  return read.success
    ? new ClientProblem(read.data)
    : transportProblem('ERR_ANSWER_INVALID', response.status)
}

/** The problem in anything that was thrown by a call. */
export const asProblem = (error: unknown): ClientProblem =>
  error instanceof ClientProblem ? error : transportProblem('ERR_NETWORK', 0, error)
