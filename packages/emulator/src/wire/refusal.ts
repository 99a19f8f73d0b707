import type { Fault } from '../script/fault.ts'

const codes: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  413: 'PayloadTooLarge',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  502: 'BadGateway',
  503: 'ServiceUnavailable'
}

/** An error as the service words it: a code and a message in JSON. */
export function refusal(
  status: number,
  message: string,
  headers: Headers | Record<string, string> = {}
): Response {
  const error = { code: codes[status] ?? `Status${status}`, message }
  return Response.json({ error }, { status, headers })
}

/** A scripted answer that is no stream; null when the fault lets a stream begin. */
export function answerWithoutStream(fault: Fault | undefined): Response | null {
  if (fault?.kind === 'html') return signInPage()
  if (fault?.kind !== 'status') return null
  const { status, retryAfter } = fault
  if (status === 204) return new Response(null, { status })
  const headers = new Headers()
  if (status === 401) headers.set('www-authenticate', 'Bearer error="invalid_token"')
  if (typeof retryAfter === 'number') headers.set('retry-after', String(retryAfter))
  else if (retryAfter) {
    headers.set('retry-after', new Date(Date.now() + retryAfter.date * 1000).toUTCString())
  }
  return refusal(status, 'The simulated service was told to answer like this.', headers)
}

function signInPage(): Response {
  const page = '<!doctype html><html><title>Sign in</title><body><h1>Sign in</h1></body></html>'
  return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
