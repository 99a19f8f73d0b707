import { createServer as createHttpServer, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { bareProblem } from '../edge/bare-problem.ts'
import type { EdgeCode } from '../problems.ts'
import { nodeListener } from './node-listener.ts'

export type ListenOptions = {
  port: number
  host: string
  /** How long a client may take to send a request, in milliseconds. */
  requestTimeout?: number
}

export type Listening = {
  /** Without a trailing slash, with the port that was taken. */
  url: string
  /** Takes no new connections, and cuts those that are left after `milliseconds`. */
  close: (milliseconds: number) => Promise<void>
}

/**
 * Serves a handler over HTTP/1.1.
 *
 * What is not HTTP is answered with a problem document as well, and slow clients are cut off: a
 * request has to arrive in `requestTimeout`, its head in half of that.
 *
 * @throws the system's error when the address cannot be had, such as EADDRINUSE
 */
export async function listen(
  fetch: (request: Request) => Promise<Response>,
  { port, host, requestTimeout = 30_000 }: ListenOptions
): Promise<Listening> {
  const answers = new WeakMap<Duplex, ServerResponse>()
  const answer = nodeListener(fetch)
  const server = createHttpServer(
    {
      // Node would refuse with a bare status; the listener below does with a problem document.
      requireHostHeader: false,
      requestTimeout,
      headersTimeout: requestTimeout / 2,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: Math.min(5_000, requestTimeout / 4)
    },
    (incoming, outgoing) => {
      answers.set(incoming.socket, outgoing)
      void answer(incoming, outgoing)
    }
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // An answer that has begun cannot be taken back, and a second one would be read as part of it.
    const begun = answers.get(socket)?.headersSent && !answers.get(socket)?.writableFinished
    if (begun || !socket.writable) return socket.destroy()
    void refuse(socket, codeOf(error))
  })

  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host, resolve)
  await promise
  return {
    url: urlOf(server.address() as AddressInfo),
    close: milliseconds =>
      new Promise(closed => {
        const cut = setTimeout(() => server.closeAllConnections(), milliseconds)
        server.close(() => {
          clearTimeout(cut)
          closed()
        })
        server.closeIdleConnections()
      })
  }
}

/** A wildcard address is nothing to click on; this machine answers on its loopback then. */
function urlOf({ address, family, port }: AddressInfo): string {
  const everywhere = address === '0.0.0.0' || address === '::'
  if (family === 'IPv6') return `http://[${everywhere ? '::1' : address}]:${port}`
  return `http://${everywhere ? '127.0.0.1' : address}:${port}`
}

function codeOf({ code }: NodeJS.ErrnoException): EdgeCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'ERR_REQUEST_TIMEOUT'
  return code === 'HPE_HEADER_OVERFLOW' ? 'ERR_HEADERS_TOO_LARGE' : 'ERR_REQUEST_MALFORMED'
}

/** Writes an answer by hand, because there is no request to answer. */
async function refuse(socket: Duplex, code: EdgeCode): Promise<void> {
  const response = bareProblem(code)
  const body = await response.text()
  const head = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`,
    ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close'
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
