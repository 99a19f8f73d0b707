import { type Client, type ClientOptions, createClient } from '@turnwise/client'
import { type Listening, listen } from '@turnwise/server'
import { type House, openHouse } from '../../../server/test/support/house.ts'

type Fetch = (request: Request) => Promise<Response>

/** A house that is reached over HTTP, through something that may go wrong on the way. */
export type Served = House & {
  url: string
  /** Every request that came in, in order. */
  requests: Request[]
  /** What happens to requests instead of, or around, being answered. */
  interfere(way: (request: Request, next: Fetch) => Promise<Response>): void
  client(options?: Partial<ClientOptions>): Client
  /** Takes the server off the network, and puts it back where it was. */
  unplug(): Promise<void>
  plug(): Promise<void>
}

export async function serve(options?: Parameters<typeof openHouse>[0]): Promise<Served> {
  const house = await openHouse(options)
  const requests: Request[] = []
  let way = (request: Request, next: Fetch): Promise<Response> => next(request)
  const answer: Fetch = request => {
    requests.push(request)
    return way(request, house.server.fetch)
  }
  let listening: Listening = await listen(answer, { port: 0, host: '127.0.0.1' })
  const { url } = listening
  const port = Number(new URL(url).port)
  return {
    ...house,
    url,
    requests,
    interfere: other => {
      way = other
    },
    client: (more = {}) =>
      createClient({
        baseUrl: url,
        retry: { attempts: 6, pause: 10, longestPause: 40 },
        ...more
      }),
    unplug: () => listening.close(0),
    plug: async () => {
      listening = await listen(answer, { port, host: '127.0.0.1' })
    },
    close: async () => {
      await listening.close(0)
      await house.close()
    }
  }
}

/** The same request with one header changed. */
export function withHeader(request: Request, name: string, value: string): Request {
  const headers = new Headers(request.headers)
  headers.set(name, value)
  const init: RequestInit & { duplex: 'half' } = {
    method: request.method,
    headers,
    body: request.body,
    duplex: 'half'
  }
  return new Request(request.url, init)
}

/** The same answer, whose connection breaks after some bytes of its body. */
export function cutAfter(response: Response, bytes: number): Response {
  let left = bytes
  const reader = response.body?.getReader()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) return controller.close()
      if (value.length > left) {
        controller.enqueue(value.subarray(0, left))
        await reader?.cancel()
        // The bytes have to leave before the connection breaks.
        await new Promise(resolve => setTimeout(resolve, 5))
        return controller.error(new Error('cut'))
      }
      left -= value.length
      controller.enqueue(value)
    }
  })
  return new Response(body, { status: response.status, headers: response.headers })
}
