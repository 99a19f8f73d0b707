import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { Engine } from '@turnwise/engine'
import { historyPage } from '@turnwise/schema'
import type { ServerEnv } from '../environment.ts'
import { jsonAnswer, problemAnswers } from './answers.ts'
import { unknownConversation } from './conversations.ts'
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

/** What developers look at: how a turn came to be what it is. */
export function consoleRoutes(app: OpenAPIHono<ServerEnv>, engine: Engine): void {
  app.openapi(history, async context => {
    const { id } = context.req.valid('param')
    const page = await engine.history(context.get('caller'), id, context.req.valid('query'))
    if (page === null) throw unknownConversation()
    return context.json(historyPage.parse(page), 200)
  })
}
