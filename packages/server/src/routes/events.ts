import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { Engine, StoredEvent } from '@turnwise/engine'
import { z } from 'zod'
import { lastEventId } from '../edge/last-event-id.ts'
import type { ServerEnv } from '../environment.ts'
import { type Hearers, report } from '../problem-document.ts'
import type { SentEvent } from '../stream/event-stream.ts'
import { eventStreamAnswer } from '../stream/event-stream-answer.ts'
import { sentEvent } from '../stream/sent-event.ts'
import { EVENTS, problemAnswers } from './answers.ts'
import { unknownConversation } from './conversations.ts'
import { conversationPath, eventHeaders } from './parameters.ts'

export type EventRoutes = Hearers & {
  engine: Engine
  /** How long a stream stays silent, in milliseconds. */
  keepAlive: number
  /** Ends every stream, because the server is going away. */
  closing: AbortSignal
}

const events = createRoute({
  method: 'get',
  path: '/api/chat/conversations/{id}/events',
  summary: 'Live events of a conversation',
  description:
    'Every turn of the conversation as it happens. `Last-Event-ID` continues after that event, `0` begins with the oldest that is kept; an id that is not kept any more is answered with `reset`, after which the conversation is to be read again.',
  tags: ['conversations'],
  request: { params: conversationPath, headers: eventHeaders },
  responses: {
    200: {
      description: `Events until the client leaves. ${EVENTS}`,
      content: { 'text/event-stream': { schema: z.string() } }
    },
    ...problemAnswers(404, 503)
  }
})

/** The live events of a conversation, without an end. */
export function eventRoutes(app: OpenAPIHono<ServerEnv>, routes: EventRoutes): void {
  const { engine, keepAlive, closing } = routes
  app.openapi(events, async context => {
    const { id } = context.req.valid('param')
    const requestId = context.get('requestId')
    const left = new AbortController()
    const over = AbortSignal.any([left.signal, closing])
    const after = lastEventId(context.req.raw.headers)
    const stored = await engine.events(context.get('caller'), id, after, over)
    if (stored === null) throw unknownConversation()
    return eventStreamAnswer(
      signal => {
        signal.addEventListener('abort', () => left.abort(), { once: true })
        return sent(stored, requestId)
      },
      { keepAlive, onError: error => report(error, requestId, routes) }
    )
  })
}

async function* sent(
  events: AsyncIterable<StoredEvent>,
  requestId: string
): AsyncGenerator<SentEvent> {
  for await (const event of events) yield sentEvent(event, requestId)
}
