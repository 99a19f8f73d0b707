import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * Hands each request to the next worker, whichever conversation it belongs to.
 *
 * @param workers those there are at the time of a request
 * @returns its address
 */
export const startBalancer = async (
  started: AsyncDisposableStack,
  workers: readonly { url: string }[],
  port: number
): Promise<string> => {
  let next = 0
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await buffer(incoming)
    for (let attempt = 0; attempt < workers.length; attempt += 1) {
      const worker = workers[next++ % workers.length]?.url ?? ''
      const outcome = await forward(worker, incoming, body, outgoing)
      if (outcome === 'answered' || (outcome === 'broken' && !repeatable(incoming))) break
    }
    if (!outgoing.headersSent) outgoing.writeHead(502)
    outgoing.end()
  }
  const server = createServer((incoming, outgoing) => {
    // Whoever leaves in the middle of a request has nobody to answer to.
    answer(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  started.defer(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** With a key a message has one answer, however often it is handed in; without one only the user may repeat it. */
const repeatable = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' || headers['idempotency-key'] !== undefined

/**
 * Passes a request on and its answer back, piece by piece as it is written.
 *
 * @returns `refused` when nothing has reached the worker, `broken` when it may have begun to work
 */
const forward = async (
  worker: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse
): Promise<'answered' | 'refused' | 'broken'> => {
  const passed = request(new URL(url ?? '/', worker), { method, headers, agent: false })
  outgoing.once('close', () => passed.destroy())
  passed.end(body)
  try {
    const [answer] = (await once(passed, 'response')) as [IncomingMessage]
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    outgoing.flushHeaders()
    for await (const piece of answer) outgoing.write(piece)
    return 'answered'
  } catch (error) {
    // A stream that has begun cannot be mended here: its reader comes back with Last-Event-ID.
    if (outgoing.headersSent) outgoing.destroy()
    if (outgoing.headersSent) return 'answered'
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'refused' : 'broken'
  }
}
