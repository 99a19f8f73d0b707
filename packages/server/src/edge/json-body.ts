import type { MiddlewareHandler } from 'hono'
import type { ServerEnv } from '../environment.ts'
import { EdgeError } from '../problem-document.ts'
import { nestsDeeperThan } from './json-depth.ts'
import { readBody } from './read-body.ts'

/** Deepest nesting of a body, the same as what the engine accepts from an agent. */
export const BODY_DEPTH = 64

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

/**
 * Takes in the JSON body of a route: its type, its size and its depth, in that order, so that the
 * parser and the schema only ever see small shallow text.
 *
 * A request without a body and without a content type passes: whether a body is needed is for the
 * schema of the route to say.
 *
 * @param limit in bytes
 * @param options.optional an empty body is an empty object, even where a content type promises more:
 *   clients send the type with every request
 */
export function jsonBody(
  limit: number,
  { optional }: { optional: boolean }
): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    const type = context.req.header('content-type')
    const encoding = context.req.header('content-encoding')
    if (type !== undefined && !JSON_TYPE.test(type)) throw new EdgeError('ERR_CONTENT_TYPE')
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
      throw new EdgeError('ERR_CONTENT_TYPE')
    }
    const text = await readBody(context.req.raw, limit)
    if (type === undefined && text !== '') throw new EdgeError('ERR_CONTENT_TYPE')
    if (nestsDeeperThan(text, BODY_DEPTH)) throw new EdgeError('ERR_BODY_TOO_DEEP')
    // The stream is spent: what the validator of the route parses is the text.
    const { url, method, headers, signal } = context.req.raw
    const body = text === '' && type !== undefined && optional ? '{}' : text
    context.req.raw = new Request(url, { method, headers, signal, body: body === '' ? null : body })
    await next()
  }
}
