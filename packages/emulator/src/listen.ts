import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { createEmulator, type EmulatorOptions } from './emulator.ts'
import { ConnectionLost } from './wire/delivery.ts'

/** Where the emulator listens. */
export interface ListenOptions extends EmulatorOptions {
  /** 0, the default, takes a free port. */
  port?: number
  /** The loopback address by default: the emulator asks nobody who they are. */
  host?: string
  /** Called for each request that comes in. */
  onRequest?: () => void
}

/** A listening emulator. */
export interface RunningEmulator {
  /** Without a trailing slash, such as `http://127.0.0.1:41234`. */
  url: string
  /** Ends open streams and stops listening. */
  close(): Promise<void>
}

/**
 * Starts an emulator on a port.
 * @throws the system's error when the port cannot be had, such as EADDRINUSE
 */
export async function startEmulator(options: ListenOptions = {}): Promise<RunningEmulator> {
  const { port = 0, host = '127.0.0.1', onRequest } = options
  const emulator = createEmulator(options)
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    async fetch(request, bindings) {
      onRequest?.()
      const { outgoing } = bindings as HttpBindings
      try {
        return breakable(await emulator.fetch(request), outgoing)
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error
        outgoing.destroy()
        return RESPONSE_ALREADY_SENT
      }
    }
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host, resolve)
  await promise
  const { port: taken } = server.address() as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${name}:${taken}`,
    close: () =>
      new Promise(closed => {
        server.close(() => closed())
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
  }
}

/** Destroys the socket where the body breaks; the listener itself would report it as a defect. */
function breakable(response: Response, outgoing: ServerResponse): Response {
  const reader = response.body?.getReader()
  if (!reader) return response
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error
        // The destroyed socket cancels this stream.
        outgoing.destroy()
        await new Promise(() => {})
      }
    },
    cancel: reason => reader.cancel(reason)
  })
  return new Response(body, response)
}
