import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ServerEnv } from '../environment.ts'

const GREETING = `Turnwise is running.

The HTTP API is described in /openapi.json.
A chat in the terminal: npx turnwise chat
`

/** What a person sees who opens the server's address. */
export function homeRoute(app: OpenAPIHono<ServerEnv>): void {
  app.get('/', context => context.text(GREETING))
}
