import {
  type CardActionRequest,
  type ConversationList,
  conversationList,
  conversationView,
  type ForkRequest,
  type HistoryPage,
  historyPage,
  type OrchestrateRequest,
  type SendRequest,
  type StartRequest,
  type WorkflowList,
  workflowList
} from '@turnwise/schema'
import { DEFAULT_RETRY, type RetryPolicy } from './back-off.ts'
import { type ConversationEvent, conversationEvents } from './conversation-events.ts'
import { requester } from './request.ts'
import { Seen } from './seen.ts'
import { stopAnswer } from './stop-answer.ts'
import { type TurnStream, turnStream } from './turn-stream.ts'
import type { AnyData, ViewOf } from './typed-answers.ts'

export type ClientOptions = {
  /** Where the server is, such as `http://127.0.0.1:3000`; empty for the origin of the page. */
  baseUrl: string
  /** Asked before each request; its answer is sent as a bearer token. */
  getToken?: () => string | Promise<string>
  /** Replaces the global one. */
  fetch?: typeof globalThis.fetch
  retry?: Partial<RetryPolicy>
  /** Milliseconds without a byte after which a stream counts as dead; the server sends one in 15 s. */
  silence?: number
}

export type TurnCallOptions = {
  /** One key per user action, kept over retry and reload; a new one is made when there is none. */
  key?: string
  /** Ends the following of the turn. The turn itself goes on: `stop` ends that. */
  signal?: AbortSignal
}

export type CallOptions = { signal?: AbortSignal }

/**
 * Typed calls of the Turnwise HTTP API. Every failure is a {@link ClientProblem}.
 *
 * `Data` is what the workflow collects, such as `CollectedBy<typeof workflow>` of the engine; the
 * server has validated it.
 */
export type Client<Data = AnyData> = {
  start(request?: StartRequest, options?: TurnCallOptions): TurnStream<Data>
  send(request: SendRequest, options?: TurnCallOptions): TurnStream<Data>
  cardAction(request: CardActionRequest, options?: TurnCallOptions): TurnStream<Data>
  orchestrate(request: OrchestrateRequest, options?: TurnCallOptions): TurnStream<Data>
  /** Opens a conversation that goes on after a turn of another one. */
  fork(request: ForkRequest, options?: TurnCallOptions): TurnStream<Data>
  /** Own conversations, last used first. */
  conversations(
    page?: { cursor?: string; limit?: number },
    options?: CallOptions
  ): Promise<ConversationList>
  conversation(
    conversationId: string,
    page?: { before?: number; limit?: number },
    options?: CallOptions
  ): Promise<ViewOf<Data>>
  /** The turns of a conversation with everything that is kept of them, oldest first. */
  history(
    conversationId: string,
    page?: { after?: number; limit?: number },
    options?: CallOptions
  ): Promise<HistoryPage>
  /** Deletes everything of a conversation. */
  deleteConversation(conversationId: string, options?: CallOptions): Promise<void>
  /** Asks the turn in flight to stop; false when there is none. */
  stop(conversationId: string, options?: CallOptions): Promise<boolean>
  /**
   * Live events of a conversation from now on, or after the event `after` (`'0'`: all that are kept).
   */
  events(
    conversationId: string,
    options?: CallOptions & { after?: string }
  ): AsyncIterable<ConversationEvent>
  workflows(options?: CallOptions): Promise<WorkflowList>
}

const SILENCE = 45_000

/**
 * Makes a client of one server. It runs in browsers and in Node.
 *
 * It remembers what it has seen of each conversation and sends that along, so that a server that
 * has lost a turn says so (412) instead of going on from an older state; reading the conversation
 * accepts what is there.
 */
export function createClient<Data = AnyData>(options: ClientOptions): Client<Data> {
  const { fetch = (input, init) => globalThis.fetch(input, init), silence = SILENCE } = options
  const request = requester({ baseUrl: options.baseUrl, getToken: options.getToken, fetch })
  const retry = { ...DEFAULT_RETRY, ...options.retry }
  const seen = new Seen()

  const turn = (
    path: string,
    body: object,
    conversationId: string | undefined,
    { key = crypto.randomUUID(), signal }: TurnCallOptions = {}
  ): TurnStream<Data> => {
    const known = seen.of(conversationId)
    const stream = turnStream({
      key,
      retry,
      silence,
      signal,
      post: after =>
        request.stream(`/api/chat/${path}`, {
          method: 'POST',
          body,
          signal,
          headers: {
            'idempotency-key': key,
            'turnwise-seen': known,
            'last-event-id': after ?? undefined
          }
        })
    })
    stream.answer.then(
      answer => seen.answered(answer.conversationId, answer.seen),
      () => {}
    )
    return stream as TurnStream<Data>
  }

  return {
    start: (body = {}, options) => turn('start', body, undefined, options),
    send: (body, options) => turn('send', body, body.conversationId, options),
    cardAction: (body, options) => turn('card-action', body, body.conversationId, options),
    orchestrate: (body, options) => turn('orchestrate', body, body.conversationId, options),
    fork: ({ conversationId, ...body }, options) =>
      turn(`conversations/${encodeURIComponent(conversationId)}/fork`, body, undefined, options),

    conversations: (page = {}, { signal } = {}) =>
      request.json(`/api/chat/conversations${query(page)}`, conversationList, { signal }),

    conversation: async (id, page = {}, { signal } = {}) => {
      const path = `${pathOf(id)}${query(page)}`
      const view = await request.json(path, conversationView, { signal })
      seen.read(id, view.seen)
      return view as ViewOf<Data>
    },

    history: (id, page = {}, { signal } = {}) =>
      request.json(
        `/api/console/conversations/${encodeURIComponent(id)}/history${query(page)}`,
        historyPage,
        { signal }
      ),

    deleteConversation: async (id, { signal } = {}) => {
      await request.nothing(pathOf(id), { method: 'DELETE', signal })
      seen.forget(id)
    },

    stop: async (id, { signal } = {}) => {
      const call = { method: 'POST', signal }
      return (await request.json(`${pathOf(id)}/stop`, stopAnswer, call)).stopping
    },

    events: (id, { after = null, signal }: CallOptions & { after?: string | null } = {}) =>
      conversationEvents({
        open: from =>
          request.stream(`${pathOf(id)}/events`, {
            signal,
            headers: { 'last-event-id': from ?? undefined }
          }),
        after,
        retry,
        silence,
        signal
      }),

    workflows: ({ signal } = {}) => request.json('/api/chat/workflows', workflowList, { signal })
  }
}

const pathOf = (conversationId: string): string =>
  `/api/chat/conversations/${encodeURIComponent(conversationId)}`

function query(page: Readonly<Record<string, string | number | undefined>>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(page)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  return parameters.size === 0 ? '' : `?${parameters}`
}
