/** Makes the bytes of a stream while somebody reads it, and stops when they go. */
export type ByteSource = (signal: AbortSignal) => AsyncGenerator<Uint8Array>

/**
 * A response that streams server-sent events.
 *
 * It names its transfer encoding, so that a listener sends the headers at once instead of waiting
 * for the first event.
 * @param gzip compresses the body; what was said then arrives in blocks, as behind some proxies
 */
export function eventStream(
  source: ByteSource,
  headers: Record<string, string>,
  gzip: boolean
): Response {
  const gone = new AbortController()
  const bytes = source(gone.signal)
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await bytes.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => gone.abort()
  })
  return new Response(gzip ? body.pipeThrough(new CompressionStream('gzip')) : body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'transfer-encoding': 'chunked',
      ...(gzip && { 'content-encoding': 'gzip' }),
      ...headers
    }
  })
}
