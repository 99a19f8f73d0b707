import type { ErrorCode } from '@turnwise/engine'
import type { RetryAdvice } from '@turnwise/schema'

/** What can be wrong with a request before the engine hears of it. */
export type EdgeCode =
  | 'ERR_BODY_MALFORMED'
  | 'ERR_BODY_TOO_DEEP'
  | 'ERR_BODY_TOO_LARGE'
  | 'ERR_BODY_UNFINISHED'
  | 'ERR_CONTENT_TYPE'
  | 'ERR_REQUEST_INVALID'
  | 'ERR_REQUEST_MALFORMED'
  | 'ERR_REQUEST_TIMEOUT'
  | 'ERR_HEADERS_TOO_LARGE'
  | 'ERR_IDEMPOTENCY_KEY_INVALID'
  | 'ERR_HOST_FORBIDDEN'
  | 'ERR_ORIGIN_FORBIDDEN'
  | 'ERR_ROUTE_UNKNOWN'
  | 'ERR_METHOD_NOT_ALLOWED'
  | 'ERR_NOT_READY'
  | 'ERR_INTERNAL'

/** Every code a problem document can carry. */
export type ProblemCode = EdgeCode | ErrorCode

export type ProblemRow = {
  status:
    | 400
    | 403
    | 404
    | 405
    | 408
    | 409
    | 412
    | 413
    | 415
    | 422
    | 429
    | 431
    | 500
    | 502
    | 503
    | 504
  title: string
  /** Constant on purpose: what is never computed from a failure cannot leak a host, a path or a cause. */
  detail: string
  /** Advice for a failure that was not stored under the key; see `problem-document.ts` for the others. */
  retry: RetryAdvice
  /** Seconds, where the failure itself does not say. */
  retryAfter?: number
}

const unknownConversation: ProblemRow = {
  status: 404,
  title: 'Unknown conversation',
  detail: 'There is no such conversation, or it is not yours.',
  retry: 'none'
}

/** The one table from error code to problem document. */
export const problems: Readonly<Record<ProblemCode, ProblemRow>> = {
  // the request
  ERR_BODY_MALFORMED: {
    status: 400,
    title: 'The body is not JSON',
    detail: 'Send one JSON value in UTF-8.',
    retry: 'none'
  },
  ERR_BODY_TOO_DEEP: {
    status: 400,
    title: 'The body is nested too deeply',
    detail: 'Objects and arrays may be nested 64 levels deep.',
    retry: 'none'
  },
  ERR_BODY_TOO_LARGE: {
    status: 413,
    title: 'The body is too large',
    detail: 'The body is longer than this server accepts.',
    retry: 'none'
  },
  ERR_BODY_UNFINISHED: {
    status: 400,
    title: 'The body did not arrive',
    detail: 'The connection ended before the whole body was there. Nothing was done.',
    retry: 'same-key'
  },
  ERR_CONTENT_TYPE: {
    status: 415,
    title: 'Unsupported content type',
    detail: 'Send the body as application/json in UTF-8, without a content encoding.',
    retry: 'none'
  },
  ERR_REQUEST_INVALID: {
    status: 400,
    title: 'The request does not fit its schema',
    detail: 'Each issue names a place, the rule there, what was expected and what came.',
    retry: 'none'
  },
  ERR_REQUEST_MALFORMED: {
    status: 400,
    title: 'Malformed request',
    detail: 'The request is not well-formed HTTP.',
    retry: 'none'
  },
  ERR_REQUEST_TIMEOUT: {
    status: 408,
    title: 'The request took too long to arrive',
    detail: 'The request was not complete in time. Nothing was done.',
    retry: 'same-key'
  },
  ERR_HEADERS_TOO_LARGE: {
    status: 431,
    title: 'The headers are too large',
    detail: 'The head of the request is longer than this server accepts.',
    retry: 'none'
  },
  ERR_IDEMPOTENCY_KEY_INVALID: {
    status: 400,
    title: 'Unusable idempotency key',
    detail:
      'An idempotency key has 1 to 255 printable ASCII characters; one that holds a comma is quoted. Idempotency-Key and X-Idempotency-Key must agree when both are sent.',
    retry: 'new-key'
  },
  ERR_HOST_FORBIDDEN: {
    status: 403,
    title: 'Unknown host',
    detail: 'This server does not answer under the name in the Host header.',
    retry: 'none'
  },
  ERR_ORIGIN_FORBIDDEN: {
    status: 403,
    title: 'Origin not allowed',
    detail:
      'Pages of this origin may not call this server. Its operator lists them in CORS_ORIGINS.',
    retry: 'none'
  },
  ERR_ROUTE_UNKNOWN: {
    status: 404,
    title: 'Unknown route',
    detail: 'What this server answers is described in /openapi.json.',
    retry: 'none'
  },
  ERR_METHOD_NOT_ALLOWED: {
    status: 405,
    title: 'Method not allowed',
    detail: 'The Allow header lists the methods of this route.',
    retry: 'none'
  },
  ERR_NOT_READY: {
    status: 503,
    title: 'Not ready',
    detail: 'Something this server depends on does not answer.',
    retry: 'same-key',
    retryAfter: 5
  },
  ERR_INTERNAL: {
    status: 500,
    title: 'A bug in this server',
    detail: 'This should not have happened. The request id helps to find it in the log.',
    retry: 'same-key'
  },

  // the turn
  ERR_LEASE_LOST: {
    status: 503,
    title: 'Another worker took over',
    detail: 'The turn goes on elsewhere. The same key leads to its answer.',
    retry: 'same-key',
    retryAfter: 1
  },
  ERR_CONVERSATION_UNKNOWN: unknownConversation,
  // Nobody can tell a deleted conversation from one that never was.
  ERR_CONVERSATION_GONE: unknownConversation,
  ERR_CONVERSATION_COMPLETED: {
    status: 409,
    title: 'The conversation is finished',
    detail: 'Start a new conversation.',
    retry: 'none'
  },
  ERR_CONVERSATION_BUSY: {
    status: 409,
    title: 'A turn is running',
    detail: 'This workflow takes one message at a time. Nothing was done.',
    retry: 'same-key',
    retryAfter: 1
  },
  ERR_CONVERSATION_REGRESSED: {
    status: 412,
    title: 'The conversation is not what you have seen',
    detail: 'The store does not hold the turn named in Turnwise-Seen. Read the conversation again.',
    retry: 'none'
  },
  ERR_CONVERSATION_UNREADABLE: {
    status: 500,
    title: 'The conversation cannot be read',
    detail:
      'What is stored of this conversation is damaged, or a newer version of the server wrote it.',
    retry: 'none'
  },
  ERR_QUEUE_FULL: {
    status: 503,
    title: 'Too many messages are waiting',
    detail: 'The queue of this conversation is full. Nothing was done.',
    retry: 'same-key',
    retryAfter: 5
  },
  ERR_QUEUE_TIMEOUT: {
    status: 503,
    title: 'Waited too long',
    detail: 'The message was taken out of the queue before its turn came. Nothing was done.',
    retry: 'new-key',
    retryAfter: 5
  },
  ERR_TURN_UNKNOWN: {
    status: 404,
    title: 'Unknown turn',
    detail: 'The conversation has no turn of this number.',
    retry: 'none'
  },
  ERR_TURN_RUNNING: {
    status: 409,
    title: 'The turn is still running',
    detail: 'The same key leads to its answer when it has ended.',
    retry: 'same-key',
    retryAfter: 2
  },
  ERR_TURN_POISONED: {
    status: 500,
    title: 'The reply could not be handled',
    detail: 'The reply of the agent was set aside. The conversation goes on.',
    retry: 'new-key'
  },
  ERR_TURN_FAILED: {
    status: 500,
    title: 'The turn failed',
    detail: 'The workflow could not handle this turn.',
    retry: 'none'
  },
  ERR_IDEMPOTENCY_MISMATCH: {
    status: 422,
    title: 'The key belongs to another request',
    detail: 'This idempotency key was used with another body.',
    retry: 'new-key'
  },
  ERR_INPUT_TOO_LARGE: {
    status: 413,
    title: 'The text is too long',
    detail: 'The text is longer than this server accepts.',
    retry: 'none'
  },
  ERR_BUDGET_EXCEEDED: {
    status: 429,
    title: 'Too many turns',
    detail: 'The allowance is used up for now. Nothing was done.',
    retry: 'same-key',
    retryAfter: 60
  },

  // cards
  ERR_CARD_UNKNOWN: {
    status: 404,
    title: 'Unknown card',
    detail: 'The conversation has no such card.',
    retry: 'none'
  },
  ERR_CARD_CONSUMED: {
    status: 409,
    title: 'The card was used',
    detail: 'A card can be submitted once.',
    retry: 'none'
  },
  ERR_CARD_INPUT_INVALID: {
    status: 422,
    title: 'The card does not take these inputs',
    detail: 'Each issue names an input, its rule, what was expected and what came.',
    retry: 'new-key'
  },

  // workflows
  ERR_WORKFLOW_UNKNOWN: {
    status: 404,
    title: 'Unknown workflow',
    detail: 'GET /api/chat/workflows lists what can be started.',
    retry: 'none'
  },
  ERR_WORKFLOW_INVALID: {
    status: 500,
    title: 'The workflow is not valid',
    detail: 'The server was given a workflow that it cannot run.',
    retry: 'none'
  },
  ERR_WORKFLOW_UNAVAILABLE: {
    status: 503,
    title: 'The workflow cannot run here',
    detail: 'This server does not have the version of the workflow the conversation needs.',
    retry: 'same-key',
    retryAfter: 30
  },

  // the far side
  ERR_CHANNEL_UNREACHABLE: {
    status: 502,
    title: 'The agent cannot be reached',
    detail: 'Nothing was sent to the agent.',
    retry: 'same-key',
    retryAfter: 5
  },
  ERR_CHANNEL_REJECTED: {
    status: 502,
    title: 'The agent refused',
    detail: 'The agent did not take the message.',
    retry: 'same-key',
    retryAfter: 5
  },
  ERR_CHANNEL_FAILED: {
    status: 502,
    title: 'The agent failed',
    detail: 'The agent failed after it had been asked. It may have acted on the message, or not.',
    retry: 'new-key',
    retryAfter: 5
  },
  ERR_CHANNEL_TIMEOUT: {
    status: 504,
    title: 'The agent did not answer in time',
    detail: 'The agent was silent for too long.',
    retry: 'same-key',
    retryAfter: 5
  },
  ERR_CHANNEL_CUT: {
    status: 502,
    title: 'The connection to the agent broke',
    detail: 'The reply of the agent did not arrive as a whole.',
    retry: 'same-key',
    retryAfter: 5
  },
  ERR_CHANNEL_CANCELLED: {
    status: 503,
    title: 'The turn was stopped',
    detail: 'The turn was stopped before the agent had answered.',
    retry: 'same-key',
    retryAfter: 1
  },
  ERR_CHANNEL_REPLY_TOO_LARGE: {
    status: 502,
    title: 'The reply is too large',
    detail: 'The agent sent more than this server takes in one turn.',
    retry: 'new-key',
    retryAfter: 5
  },
  ERR_CIRCUIT_OPEN: {
    status: 503,
    title: 'The agent is left alone for a while',
    detail: 'The agent has failed several times in a row. Nothing was sent.',
    retry: 'same-key',
    retryAfter: 30
  },

  // the store
  ERR_STORE_UNAVAILABLE: {
    status: 503,
    title: 'The store does not answer',
    detail: 'The request can be repeated with the same key without being done twice.',
    retry: 'same-key',
    retryAfter: 2
  },
  ERR_STORE_LOCKED: {
    status: 503,
    title: 'The store is in use',
    detail: 'Another server works on the same data.',
    retry: 'same-key',
    retryAfter: 5
  },

  // this process
  ERR_SHUTTING_DOWN: {
    status: 503,
    title: 'The server is shutting down',
    detail: 'It finishes what runs and takes nothing new. Nothing was done.',
    retry: 'same-key',
    retryAfter: 5
  }
}
