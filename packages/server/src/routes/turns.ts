import type { OpenAPIHono } from '@hono/zod-openapi'
import { createRoute } from '@hono/zod-openapi'
import type { Engine } from '@turnwise/engine'
import {
  cardActionRequest,
  forkRequest,
  orchestrateRequest,
  sendRequest,
  startRequest,
  turnAnswer
} from '@turnwise/schema'
import { type ZodType, z } from 'zod'
import { jsonBody } from '../edge/json-body.ts'
import { wellFormed } from '../edge/well-formed.ts'
import type { ServerEnv } from '../environment.ts'
import { EVENTS, problemAnswers } from './answers.ts'
import { conversationPath, turnHeaders } from './parameters.ts'
import { answerTurn, type TurnAnswering } from './turn-answering.ts'

export type TurnRoutes = TurnAnswering & {
  engine: Engine
  /** Largest body in bytes. */
  bodyLimit: number
}

const problems = problemAnswers(404, 409, 412, 413, 415, 422, 429, 502, 503, 504)

const forkBody = forkRequest.omit({ conversationId: true })

const turnRoute = <const P extends string, S extends ZodType>(
  path: P,
  summary: string,
  schema: S,
  required: boolean,
  bodyLimit: number
) =>
  createRoute({
    method: 'post',
    path,
    summary,
    tags: ['turns'],
    middleware: [jsonBody(bodyLimit, { optional: !required })],
    request: {
      headers: turnHeaders,
      body: { required, content: { 'application/json': { schema } } }
    },
    responses: {
      200: {
        description: `The end of the turn; or, for a client that accepts it, the events of the turn up to its end. ${EVENTS}`,
        headers: z.object({
          'Idempotency-Replayed': z.literal('true').optional().meta({
            description: 'The turn had ended before this request.'
          })
        }),
        content: {
          'application/json': { schema: turnAnswer },
          'text/event-stream': { schema: z.string() }
        }
      },
      ...problems
    }
  })

/** The ways to run a turn. */
export function turnRoutes(app: OpenAPIHono<ServerEnv>, routes: TurnRoutes): void {
  const { engine, bodyLimit } = routes

  app.openapi(
    turnRoute('/api/chat/start', 'Open a conversation', startRequest, false, bodyLimit),
    context => {
      const request = wellFormed(context.req.valid('json'))
      return answerTurn(context, routes, (caller, options) =>
        engine.startWorkflow(caller, request, options)
      )
    }
  )
  app.openapi(
    turnRoute('/api/chat/send', 'Say something to the agent', sendRequest, true, bodyLimit),
    context => {
      const request = wellFormed(context.req.valid('json'))
      return answerTurn(context, routes, (caller, options) =>
        engine.processUserInput(caller, request, options)
      )
    }
  )
  app.openapi(
    turnRoute('/api/chat/card-action', 'Submit a card', cardActionRequest, true, bodyLimit),
    context => {
      const request = wellFormed(context.req.valid('json'))
      return answerTurn(context, routes, (caller, options) =>
        engine.processCardAction(caller, request, options)
      )
    }
  )
  app.openapi(
    turnRoute(
      '/api/chat/orchestrate',
      'Send one query, opening a conversation when there is none',
      orchestrateRequest,
      true,
      bodyLimit
    ),
    context => {
      const request = wellFormed(context.req.valid('json'))
      return answerTurn(context, routes, (caller, options) =>
        engine.orchestrate(caller, request, options)
      )
    }
  )
  const fork = turnRoute(
    '/api/chat/conversations/{id}/fork',
    'Open a conversation that goes on after a turn of this one',
    forkBody,
    false,
    bodyLimit
  )
  app.openapi({ ...fork, request: { ...fork.request, params: conversationPath } }, context => {
    const { id } = context.req.valid('param')
    const request = { ...context.req.valid('json'), conversationId: id }
    return answerTurn(context, routes, (caller, options) => engine.fork(caller, request, options))
  })
}
