import { EdgeError } from '../problem-document.ts'

const SEEN = /^\d{1,15}\.[A-Za-z0-9_-]{1,128}$/

/**
 * Reads what the client has seen of the conversation from `Turnwise-Seen`.
 *
 * @returns undefined when the request has none
 * @throws EdgeError `ERR_REQUEST_INVALID` when the header is not what an answer carried as `seen`
 */
export function seenHeader(headers: Headers): string | undefined {
  const seen = headers.get('turnwise-seen')
  if (seen === null) return undefined
  if (SEEN.test(seen)) return seen
  throw new EdgeError('ERR_REQUEST_INVALID', {
    issues: [
      {
        path: '/headers/turnwise-seen',
        rule: 'invalid_format',
        expected: 'the `seen` of an earlier answer',
        got: `a string of ${seen.length} characters`
      }
    ]
  })
}
