import type { Caller } from '@turnwise/engine'
import type { ErrorHandler, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { ServerEnv } from '../environment.ts'
import {
  causeOf,
  EdgeError,
  type Hearers,
  problemDocument,
  problemResponse,
  report
} from '../problem-document.ts'
import type { RequestRecord } from './request-record.ts'
import { cameOverTls, securityHeaders } from './security-headers.ts'

/**
 * Gives every request its id, every answer its security headers, and tells `onRequest` about both.
 *
 * The id is always made here: one from outside would put somebody else's text into the log.
 */
export function observed(
  onRequest: ((record: RequestRecord) => void) | undefined
): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    const began = performance.now()
    const requestId = crypto.randomUUID()
    context.set('requestId', requestId)
    await next()
    context.res.headers.set('x-request-id', requestId)
    for (const [name, value] of securityHeaders(cameOverTls(context.req.raw))) {
      // A page says itself what it may do and how long it keeps.
      if (!context.res.headers.has(name)) context.res.headers.set(name, value)
    }
    onRequest?.({
      requestId,
      method: context.req.method,
      route: routePath(context, -1),
      status: context.res.status,
      milliseconds: performance.now() - began
    })
  }
}

/** Turns whatever is thrown into a problem document, and tells those who should know. */
export function failures(hearers: Hearers): ErrorHandler<ServerEnv> {
  return (error, context) => {
    const requestId = context.get('requestId')
    report(error, requestId, hearers)
    const headers = error instanceof EdgeError ? error.headers : {}
    return problemResponse(problemDocument(causeOf(error), requestId), headers)
  }
}

/** Refuses requests for another host than this one. */
export function named(
  hostAllowed: ((host: string | null) => boolean) | undefined
): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    const host = context.req.header('host') ?? null
    if (hostAllowed !== undefined && !hostAllowed(host)) throw new EdgeError('ERR_HOST_FORBIDDEN')
    await next()
  }
}

/** Finds out who makes the request. */
export function identified(
  identify: (request: Request) => Caller | Promise<Caller>
): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    context.set('caller', await identify(context.req.raw))
    await next()
  }
}
