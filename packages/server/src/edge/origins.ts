import type { MiddlewareHandler } from 'hono'
import { every } from 'hono/combine'
import { cors } from 'hono/cors'
import type { ServerEnv } from '../environment.ts'
import { EdgeError } from '../problem-document.ts'

/**
 * Refuses requests of pages that may not call this server, and lets browsers of the listed origins
 * through.
 *
 * @param listed origins as browsers send them, such as `https://app.example.com`
 * @throws EdgeError `ERR_ORIGIN_FORBIDDEN`
 */
export function crossOrigin(listed: readonly string[]): MiddlewareHandler<ServerEnv> {
  const refuse: MiddlewareHandler<ServerEnv> = async (context, next) => {
    if (!originAllowed(context.req.raw, listed)) throw new EdgeError('ERR_ORIGIN_FORBIDDEN')
    await next()
  }
  const permit = cors({
    origin: [...listed],
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: [
      'Accept',
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'Last-Event-ID',
      'Turnwise-Seen',
      'X-Idempotency-Key'
    ],
    exposeHeaders: [
      'Idempotency-Replayed',
      'Retry-After',
      'X-Idempotency-Cache-Hit',
      'X-Request-Id'
    ],
    maxAge: 600
  })
  return listed.length === 0 ? refuse : every(refuse, permit)
}

/**
 * Says which pages may call this server: those it could have served itself, and those of the listed
 * origins. A request without an Origin header does not come from a page.
 *
 * Compared by host and not by scheme, because a proxy in front may speak TLS for this server.
 */
function originAllowed(request: Request, listed: readonly string[]): boolean {
  const origin = request.headers.get('origin')
  if (origin === null || listed.includes(origin)) return true
  return URL.canParse(origin) && new URL(origin).host === ownHost(request)
}

const ownHost = (request: Request): string =>
  request.headers.get('host')?.toLowerCase() ?? new URL(request.url).host
