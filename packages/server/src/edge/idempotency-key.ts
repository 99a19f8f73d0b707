import { EdgeError } from '../problem-document.ts'

const LONGEST_KEY = 255
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/
// No comma: two header lines arrive joined by one, and must not pass for a single key.
const BARE = /^[!#-+\--~]+(?: [!#-+\--~]+)*$/

/**
 * Reads the idempotency key of a request from `Idempotency-Key` or its older name.
 *
 * The key may be bare or a quoted string of structured fields; both spell the same key.
 *
 * @returns undefined when the request has none
 * @throws EdgeError `ERR_IDEMPOTENCY_KEY_INVALID` when a key cannot be read or the two headers differ
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header
 */
export function idempotencyKey(headers: Headers): string | undefined {
  const standard = readKey(headers.get('idempotency-key'))
  const legacy = readKey(headers.get('x-idempotency-key'))
  if (standard !== undefined && legacy !== undefined && standard !== legacy) {
    throw new EdgeError('ERR_IDEMPOTENCY_KEY_INVALID')
  }
  return standard ?? legacy
}

function readKey(header: string | null): string | undefined {
  if (header === null) return undefined
  const quoted = QUOTED.exec(header)?.[1]
  const key = quoted?.replaceAll(/\\(["\\])/g, '$1') ?? (BARE.test(header) ? header : '')
  if (key === '' || key.length > LONGEST_KEY) throw new EdgeError('ERR_IDEMPOTENCY_KEY_INVALID')
  return key
}
