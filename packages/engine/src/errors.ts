/** Every operational failure has one of these codes; they are stable and part of the contract. */
export type ErrorCode =
  // the turn
  | 'ERR_LEASE_LOST'
  | 'ERR_CONVERSATION_UNKNOWN'
  | 'ERR_CONVERSATION_GONE'
  | 'ERR_CONVERSATION_COMPLETED'
  | 'ERR_CONVERSATION_BUSY'
  | 'ERR_CONVERSATION_REGRESSED'
  | 'ERR_CONVERSATION_UNREADABLE'
  | 'ERR_QUEUE_FULL'
  | 'ERR_QUEUE_TIMEOUT'
  | 'ERR_TURN_RUNNING'
  | 'ERR_TURN_UNKNOWN'
  | 'ERR_TURN_POISONED'
  | 'ERR_TURN_FAILED'
  | 'ERR_IDEMPOTENCY_MISMATCH'
  | 'ERR_INPUT_TOO_LARGE'
  | 'ERR_BUDGET_EXCEEDED'
  // cards
  | 'ERR_CARD_UNKNOWN'
  | 'ERR_CARD_CONSUMED'
  | 'ERR_CARD_INPUT_INVALID'
  // workflows
  | 'ERR_WORKFLOW_UNKNOWN'
  | 'ERR_WORKFLOW_INVALID'
  | 'ERR_WORKFLOW_UNAVAILABLE'
  // the far side
  | 'ERR_CHANNEL_UNREACHABLE'
  | 'ERR_CHANNEL_REJECTED'
  | 'ERR_CHANNEL_FAILED'
  | 'ERR_CHANNEL_TIMEOUT'
  | 'ERR_CHANNEL_CUT'
  | 'ERR_CHANNEL_CANCELLED'
  | 'ERR_CHANNEL_REPLY_TOO_LARGE'
  | 'ERR_CIRCUIT_OPEN'
  // whoever wants to hear of it
  | 'ERR_OUTLET_FAILED'
  // the store
  | 'ERR_STORE_UNAVAILABLE'
  | 'ERR_STORE_LOCKED'
  // this process
  | 'ERR_SHUTTING_DOWN'

/** What is known about a failure beyond its code; each field only where it applies. */
export type ErrorDetails = {
  /** HTTP status of the far side. */
  status?: number
  /** Seconds after which a new attempt makes sense. */
  retryAfter?: number
  /** The request had left this process: the far side may have acted on it. */
  sent?: boolean
  /** The turn used up a card: it cannot be submitted again, under whatever key. */
  cardConsumed?: boolean
  issues?: readonly { path: string; rule: string; expected: string; got: string }[]
}

/**
 * The one class of operational failures. Recognise a failure by `code`, never by `instanceof`: two
 * copies of this package may be loaded.
 */
export class TurnwiseError extends Error {
  override readonly name = 'TurnwiseError'
  readonly code: ErrorCode
  /** The same call may succeed later without anything being changed. */
  readonly retryable: boolean
  readonly details: ErrorDetails

  constructor(
    code: ErrorCode,
    message: string,
    options: { retryable?: boolean; cause?: unknown; details?: ErrorDetails } = {}
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.retryable = options.retryable ?? false
    this.details = options.details ?? {}
  }
}

/** Tells whether a thrown value is a {@link TurnwiseError}, whichever copy of the package made it. */
export const isTurnwiseError = (error: unknown): error is TurnwiseError =>
  error instanceof Error &&
  error.name === 'TurnwiseError' &&
  typeof (error as { code?: unknown }).code === 'string'

/** What is told to whoever hands something to a worker that begins nothing new. */
export const shuttingDown = (): TurnwiseError =>
  new TurnwiseError('ERR_SHUTTING_DOWN', 'The server is shutting down.', {
    retryable: true,
    details: { retryAfter: 5 }
  })
