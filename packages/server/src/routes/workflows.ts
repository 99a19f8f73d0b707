import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { Engine } from '@turnwise/engine'
import { workflowList } from '@turnwise/schema'
import type { ServerEnv } from '../environment.ts'
import { jsonAnswer, problemAnswers } from './answers.ts'

const list = createRoute({
  method: 'get',
  path: '/api/chat/workflows',
  summary: 'What can be started',
  tags: ['workflows'],
  responses: {
    200: jsonAnswer('Every workflow of this server.', workflowList),
    ...problemAnswers()
  }
})

/** What can be started here, and whether a simulated agent answers. */
export function workflowRoutes(
  app: OpenAPIHono<ServerEnv>,
  engine: Engine,
  simulatedAgent: boolean
): void {
  app.openapi(list, context => context.json({ workflows: engine.workflows(), simulatedAgent }, 200))
}
