import { EdgeError } from '../problem-document.ts'

/**
 * Reads a request body as text and stops at the first byte too many.
 *
 * Bytes are counted as they arrive: `Content-Length` is a claim.
 *
 * @param limit in bytes
 * @throws EdgeError `ERR_BODY_TOO_LARGE`, `ERR_BODY_MALFORMED` when the bytes are not UTF-8, or
 *   `ERR_BODY_UNFINISHED` when the connection ended first
 */
export async function readBody(request: Request, limit: number): Promise<string> {
  if (request.body === null) return ''
  const decode = utf8Decoder()
  const reader = request.body.getReader()
  let bytes = 0
  let text = ''
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new EdgeError('ERR_BODY_UNFINISHED')
    })
    if (done) return text + decode()
    bytes += value.byteLength
    if (bytes > limit) {
      // Not awaited: a body that never ends must not keep its refusal waiting.
      reader.cancel().catch(() => {})
      throw new EdgeError('ERR_BODY_TOO_LARGE')
    }
    text += decode(value)
  }
}

/** Decodes chunk by chunk; called without a chunk it ends the text. */
function utf8Decoder(): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return chunk => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch {
      throw new EdgeError('ERR_BODY_MALFORMED')
    }
  }
}
