import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { Engine } from '@turnwise/engine'
import { z } from 'zod'
import type { ServerEnv } from '../environment.ts'
import { EdgeError } from '../problem-document.ts'
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

/** Liveness, which looks at nothing, and readiness, which names what fails. */
export function healthRoutes(
  app: OpenAPIHono<ServerEnv>,
  checks: ReadinessChecks,
  engine: Pick<Engine, 'circuits'>
): void {
  app.openapi(live, context => context.json({ status: 'live' as const }, 200))
  app.openapi(ready, async context => {
    const names = Object.keys(checks)
    const results = await Promise.allSettled(Object.values(checks).map(check => check()))
    const failing = names.filter((_name, index) => results[index]?.status === 'rejected')
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
