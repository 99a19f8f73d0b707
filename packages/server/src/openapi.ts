import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ServerEnv } from './environment.ts'

type Document = ReturnType<OpenAPIHono<ServerEnv>['getOpenAPI31Document']>

export type OpenApiFacts = {
  version: string
  /** How long the answer to an idempotency key is kept, in milliseconds; 0 for ever. */
  idempotencyTtl: number
}

/** Describes every route of the app, from the schemas the routes validate with. */
export function openApiDocument(app: OpenAPIHono<ServerEnv>, facts: OpenApiFacts): Document {
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Turnwise', version: facts.version, description: description(facts) },
    tags: [
      { name: 'turns', description: 'Each request runs one turn of a conversation.' },
      { name: 'conversations', description: 'What has been said, and what is happening.' },
      { name: 'workflows' },
      { name: 'operations' }
    ]
  })
}

const description = ({ idempotencyTtl }: OpenApiFacts): string =>
  [
    'Conversations with an agent, turned into validated, durable workflow state.',
    `The answer to an idempotency key is kept ${retention(idempotencyTtl)}.`,
    'Errors are problem details (RFC 9457) with a stable `code`; `retry` says whether to try again with the same key, a new one, or not at all.'
  ].join('\n\n')

const retention = (milliseconds: number): string =>
  milliseconds === 0 ? 'for ever' : `for ${Math.round(milliseconds / 1000)} seconds`
