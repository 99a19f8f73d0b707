import type { EventSourceMessage } from 'eventsource-parser'
import { networkFailure, rejected } from './errors.ts'
import { eventStream } from './event-stream.ts'
import { requestBody } from './request-body.ts'
import { retryAfter } from './retry-after.ts'
import type { ResolvedSettings } from './settings.ts'
import type { TimeLimits } from './time-limits.ts'
import { bearer } from './token.ts'

/** One request; without a body it reads. */
export type Exchange = {
  url: URL
  body?: unknown
  lastEventId?: string
  /** Token of the user, used when none is configured. */
  userToken: string | undefined
  /** Of the whole stream, after decompression. */
  maxBytes: number
}

/** What came back: the id the far side names, and the events of its stream, to be read once. */
export type Answer = {
  conversationId: string | null
  events: AsyncGenerator<EventSourceMessage, never>
}

/**
 * Makes one request and opens the stream that answers it; nothing is ever sent twice.
 *
 * A request without a body changes nothing on the far side: it counts as not sent until it is
 * answered.
 *
 * @throws TurnwiseError whatever a channel may throw
 */
export async function exchange(
  request: Exchange,
  settings: ResolvedSettings,
  limits: TimeLimits
): Promise<Answer> {
  let sent = false
  const response = await respond(request, settings, limits, () => {
    sent = true
    limits.expect('idle', settings.idleTimeout)
  }).catch(error => {
    throw networkFailure(error, limits, sent)
  })
  limits.pause()
  const { status, headers, body } = response
  if (!response.ok || !body || !isEventStream(headers)) {
    throw rejected(status, retryAfter(headers.get('retry-after')))
  }
  const { idleTimeout, maxBytes: maxFrame } = settings
  return {
    conversationId: headers.get('x-ms-conversationid'),
    events: eventStream(body, { maxBytes: request.maxBytes, maxFrame, idleTimeout, limits })
  }
}

async function respond(
  request: Exchange,
  settings: ResolvedSettings,
  limits: TimeLimits,
  onSend: () => void
): Promise<Response> {
  const { signal } = limits
  const reads = request.body === undefined
  if (reads) limits.expect('idle', settings.idleTimeout)
  else limits.expect('connect', settings.connectTimeout)
  const headers = new Headers({ accept: 'text/event-stream' })
  headers.set('authorization', `Bearer ${await bearer(settings.token, request.userToken, signal)}`)
  if (request.lastEventId !== undefined) headers.set('last-event-id', request.lastEventId)
  // `redirect: 'error'`: a token and a user's words go to the configured host and nowhere else.
  const init: RequestInit = { headers, signal, redirect: 'error' }
  if (settings.dispatcher) init.dispatcher = settings.dispatcher
  if (reads) return await settings.fetch(request.url, init)
  const { stream, bytes } = requestBody(request.body, onSend)
  headers.set('content-type', 'application/json')
  headers.set('content-length', String(bytes))
  return await settings.fetch(request.url, {
    ...init,
    method: 'POST',
    body: stream,
    duplex: 'half'
  })
}

const isEventStream = (headers: Headers): boolean =>
  /^text\/event-stream\s*(?:;|$)/i.test(headers.get('content-type') ?? '')
