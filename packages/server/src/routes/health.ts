import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { Engine } from '@turnwise/engine'
import { z } from 'zod'
import type { ServerEnv } from '../environment.ts'
import { EdgeError, type OnFailure } from '../problem-document.ts'
import { jsonAnswer, problemAnswers } from './answers.ts'

/** Resolves when what it looks at works, rejects when it does not; by name. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<unknown>>>

const live = createRoute({
  method: 'get',
  path: '/health/live',
  summary: 'The process answers',
  tags: ['operations'],
  responses: {
    200: jsonAnswer('It does.', z.object({ status: z.literal('live') }).meta({ id: 'Liveness' })),
    ...problemAnswers()
  }
})

const ready = createRoute({
  method: 'get',
  path: '/health/ready',
  summary: 'Turns can be run',
  tags: ['operations'],
  responses: {
    200: jsonAnswer(
      'They can.',
      z
        .object({
          status: z.literal('ready'),
          circuits: z.object({
            agents: z
              .array(
                z.object({
                  channel: z.string(),
                  workflow: z.string(),
                  state: z.enum(['open', 'half-open']),
                  retryAfter: z.number().int()
                })
              )
              .describe('Agents that are left alone for a while; other turns are run.'),
            conversations: z
              .number()
              .int()
              .describe('Conversations that go on in words, because their data could not be used.')
          })
        })
        .meta({ id: 'Readiness' })
    ),
    ...problemAnswers(503)
  }
})

export type HealthRoutes = {
  engine: Pick<Engine, 'circuits'>
  readiness: ReadinessChecks
  /** Told why, which the answer does not say. */
  onFailure: OnFailure
}

/** Liveness, which looks at nothing, and readiness, which names what fails. */
export function healthRoutes(
  app: OpenAPIHono<ServerEnv>,
  { engine, readiness, onFailure }: HealthRoutes
): void {
  app.openapi(live, context => context.json({ status: 'live' as const }, 200))
  app.openapi(ready, async context => {
    const failing: string[] = []
    const look = async ([part, check]: [string, () => Promise<unknown>]): Promise<void> => {
      try {
        await check()
      } catch (error) {
        failing.push(part)
        onFailure(error, { part })
      }
    }
    await Promise.all(Object.entries(readiness).map(look))
    if (failing.length === 0) {
      const { agents, conversations } = engine.circuits()
      const circuits = { agents: [...agents], conversations }
      return context.json({ status: 'ready' as const, circuits }, 200)
    }
    throw new EdgeError('ERR_NOT_READY', {
      issues: failing.map(name => ({
        path: `/${name}`,
        rule: 'ready',
        expected: 'an answer',
        got: 'a failure'
      }))
    })
  })
}
