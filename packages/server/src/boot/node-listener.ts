import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { bareProblem } from '../edge/bare-problem.ts'

/**
 * Makes a Web-standard handler into a listener for Node's HTTP server and what builds on it, such
 * as Express: `app.all('/api/chat/*path', nodeListener(server.fetch))`.
 *
 * It reads the body itself: mount it before anything that does, and under the path the routes have.
 */
export const nodeListener = (
  fetch: (request: Request) => Promise<Response>
): ((incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>) =>
  getRequestListener(fetch, {
    overrideGlobalObjects: false,
    errorHandler: error =>
      bareProblem(error instanceof RequestError ? 'ERR_REQUEST_MALFORMED' : 'ERR_INTERNAL')
  })
