/** A body that can be sent once. */
export type RequestBody = {
  stream: ReadableStream<Uint8Array>
  bytes: number
}

/**
 * Makes a request body that tells when it leaves, and that cannot leave twice.
 *
 * `fetch` reads a stream only once it is connected and has written the headers, so a failure before
 * that is known to have sent nothing. And it repeats a POST by itself when the answer is 421, unless
 * the body is a stream.
 *
 * @param onSend called when the connection takes the body
 */
export function requestBody(json: unknown, onSend: () => void): RequestBody {
  const bytes = new TextEncoder().encode(JSON.stringify(json))
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        onSend()
        controller.enqueue(bytes)
        controller.close()
      }
    },
    // Nothing is read ahead: otherwise the body would seem to leave before there is a connection.
    { highWaterMark: 0 }
  )
  return { stream, bytes: bytes.byteLength }
}
