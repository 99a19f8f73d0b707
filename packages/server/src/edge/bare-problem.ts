import { problemDocument, problemResponse } from '../problem-document.ts'
import type { EdgeCode } from '../problems.ts'
import { securityHeaders } from './security-headers.ts'

/** The answer to something that never became a request: the same document, the same headers. */
export function bareProblem(code: EdgeCode): Response {
  const requestId = crypto.randomUUID()
  return problemResponse(problemDocument({ code }, requestId), {
    'x-request-id': requestId,
    ...Object.fromEntries(securityHeaders(false))
  })
}
