import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { historyPage, replayReport, replayRequest, undelivery } from '@turnwise/schema'
import { z } from 'zod'
import { jsonBody } from '../edge/json-body.ts'
import type { ServerEnv } from '../environment.ts'
import { jsonAnswer, problemAnswers } from './answers.ts'
import { type ConversationRoutes, unknownConversation } from './conversations.ts'
import { conversationPath, historyParameters } from './parameters.ts'

const history = createRoute({
  method: 'get',
  path: '/api/console/conversations/{id}/history',
  summary: 'The turns of a conversation with everything that is kept of them',
  tags: ['console'],
  request: { params: conversationPath, query: historyParameters },
  responses: {
    200: jsonAnswer('The turns after `after`, oldest first.', historyPage),
    ...problemAnswers(404, 503)
  }
})

const replay = (bodyLimit: number) =>
  createRoute({
    method: 'post',
    path: '/api/console/conversations/{id}/replay',
    summary: 'Read the stored replies again, by another schema if there is one; nobody is asked',
    tags: ['console'],
    middleware: [jsonBody(bodyLimit, { optional: true })],
    request: {
      params: conversationPath,
      body: { required: false, content: { 'application/json': { schema: replayRequest } } }
    },
    responses: {
      200: jsonAnswer('What would have changed.', replayReport),
      ...problemAnswers(404, 413, 415, 422, 503)
    }
  })

const undelivered = createRoute({
  method: 'get',
  path: '/api/console/undelivered',
  summary: 'Conversations whose events a receiver has not all taken',
  tags: ['console'],
  responses: {
    200: jsonAnswer(
      'Longest due first; those given up last.',
      z.object({ conversations: z.array(undelivery) }).meta({ id: 'UndeliveredList' })
    ),
    ...problemAnswers(503)
  }
})

const again = createRoute({
  method: 'post',
  path: '/api/console/undelivered/{id}/retry',
  summary: 'Deliver at once what waits',
  tags: ['console'],
  request: { params: conversationPath },
  responses: {
    202: jsonAnswer(
      'Whether there was anything to deliver.',
      z.object({ delivering: z.boolean() }).meta({ id: 'RetryAnswer' })
    ),
    ...problemAnswers(503)
  }
})

/** What developers look at: how a turn came to be what it is. */
export function consoleRoutes(
  app: OpenAPIHono<ServerEnv>,
  { engine, bodyLimit }: ConversationRoutes
): void {
  app.openapi(replay(bodyLimit), async context => {
    const { id } = context.req.valid('param')
    const report = await engine.replay(context.get('caller'), id, context.req.valid('json'))
    if (report === null) throw unknownConversation()
    return context.json(report, 200)
  })
  app.openapi(history, async context => {
    const { id } = context.req.valid('param')
    const page = await engine.history(context.get('caller'), id, context.req.valid('query'))
    if (page === null) throw unknownConversation()
    return context.json(historyPage.parse(page), 200)
  })
  app.openapi(undelivered, async context => {
    const conversations = [...(await engine.undelivered(context.get('caller')))]
    return context.json({ conversations }, 200)
  })
  app.openapi(again, async context => {
    const { id } = context.req.valid('param')
    return context.json({ delivering: await engine.deliverAgain(context.get('caller'), id) }, 202)
  })
}
