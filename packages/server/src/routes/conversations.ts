import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { type Engine, TurnwiseError } from '@turnwise/engine'
import { conversationList, conversationView } from '@turnwise/schema'
import { z } from 'zod'
import { jsonBody } from '../edge/json-body.ts'
import type { ServerEnv } from '../environment.ts'
import { jsonAnswer, problemAnswers } from './answers.ts'
import { conversationPath, listPage, transcriptPage } from './parameters.ts'

const list = createRoute({
  method: 'get',
  path: '/api/chat/conversations',
  summary: 'Own conversations, last used first',
  tags: ['conversations'],
  request: { query: listPage },
  responses: {
    200: jsonAnswer('One page of the list.', conversationList),
    ...problemAnswers(503)
  }
})

const read = createRoute({
  method: 'get',
  path: '/api/chat/conversations/{id}',
  summary: 'Transcript and state',
  tags: ['conversations'],
  request: { params: conversationPath, query: transcriptPage },
  responses: {
    200: jsonAnswer('The newest page, or the page before `before`.', conversationView),
    ...problemAnswers(404, 503)
  }
})

const erase = createRoute({
  method: 'delete',
  path: '/api/chat/conversations/{id}',
  summary: 'Delete everything of a conversation',
  tags: ['conversations'],
  request: { params: conversationPath },
  responses: {
    204: { description: 'It is gone.' },
    ...problemAnswers(404, 503)
  }
})

const stop = (bodyLimit: number) =>
  createRoute({
    method: 'post',
    path: '/api/chat/conversations/{id}/stop',
    summary: 'Stop the turn in flight',
    tags: ['conversations'],
    middleware: [jsonBody(bodyLimit, { optional: true })],
    request: {
      params: conversationPath,
      body: { required: false, content: { 'application/json': { schema: z.strictObject({}) } } }
    },
    responses: {
      202: jsonAnswer(
        'Whether there was a turn to stop; its end tells how far it had come.',
        z.object({ stopping: z.boolean() }).meta({ id: 'StopAnswer' })
      ),
      ...problemAnswers(404, 413, 415, 503)
    }
  })

export type ConversationRoutes = {
  engine: Engine
  /** Largest body in bytes. */
  bodyLimit: number
}

/** Reading, deleting and stopping what one owns. */
export function conversationRoutes(
  app: OpenAPIHono<ServerEnv>,
  { engine, bodyLimit }: ConversationRoutes
): void {
  app.openapi(list, async context => {
    const { cursor, limit } = context.req.valid('query')
    const page = { cursor: cursor ?? null, limit }
    return context.json(await engine.listConversations(context.get('caller'), page), 200)
  })
  app.openapi(read, async context => {
    const { id } = context.req.valid('param')
    const { before, limit } = context.req.valid('query')
    const page = { before: before ?? null, limit }
    const view = await engine.readConversation(context.get('caller'), id, page)
    if (view === null) throw unknownConversation()
    return context.json(view, 200)
  })
  app.openapi(erase, async context => {
    const { id } = context.req.valid('param')
    if (!(await engine.deleteConversation(context.get('caller'), id))) throw unknownConversation()
    return context.body(null, 204)
  })
  app.openapi(stop(bodyLimit), async context => {
    const { id } = context.req.valid('param')
    const stopping = await engine.stop(context.get('caller'), id)
    if (stopping === null) throw unknownConversation()
    return context.json({ stopping }, 202)
  })
}

/** The same failure the engine throws, so that all unknown conversations look alike. */
export const unknownConversation = (): TurnwiseError =>
  new TurnwiseError('ERR_CONVERSATION_UNKNOWN', 'no such conversation')
