import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ServerEnv } from '../environment.ts'
import { EdgeError } from '../problem-document.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** What is left when no route fits: another method of a known path, or an unknown path. */
export function unknownRoutes(app: OpenAPIHono<ServerEnv>): void {
  app.notFound(context => {
    const methods = METHODS.filter(method => hasRoute(app, method, context.req.path))
    if (methods.length === 0) throw new EdgeError('ERR_ROUTE_UNKNOWN')
    const allowed = methods.includes('GET') ? ['HEAD', ...methods] : methods
    throw new EdgeError('ERR_METHOD_NOT_ALLOWED', {}, { allow: allowed.join(', ') })
  })
}

/** Middleware is registered for all methods, so only a route matches by its own. */
function hasRoute(app: OpenAPIHono<ServerEnv>, method: string, path: string): boolean {
  const [handlers] = app.router.match(method, path)
  return handlers.some(([[, route]]) => route.method === method)
}
