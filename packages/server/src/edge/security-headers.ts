const ALWAYS: ReadonlyArray<readonly [name: string, value: string]> = [
  [
    'content-security-policy',
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  ],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['cache-control', 'no-store']
]

const STRICT_TRANSPORT = 'max-age=31536000'

/**
 * The headers every answer carries: errors and streams too.
 *
 * @param tls the client reached this server over TLS; promised to nobody else, because a browser
 *   that believes it never comes back over plain HTTP
 */
export function securityHeaders(tls: boolean): ReadonlyArray<readonly [string, string]> {
  return tls ? [...ALWAYS, ['strict-transport-security', STRICT_TRANSPORT]] : ALWAYS
}

/** Says whether the client of this request came over TLS, here or at the proxy in front. */
export function cameOverTls(request: Request): boolean {
  return (
    new URL(request.url).protocol === 'https:' ||
    request.headers.get('x-forwarded-proto') === 'https'
  )
}
