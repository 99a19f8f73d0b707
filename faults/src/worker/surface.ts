import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isTurnwiseError } from '@turnwise/engine'
import type { Failpoints } from './failpoints.ts'
import type { SendTurn, StartTurn, Subject } from './subject.ts'

/** Puts a subject behind HTTP, so that its clients see what clients see: answers, or cut connections. */
export const surface = (subject: Subject, points: Failpoints): Server => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://worker')
    const conversation = url.searchParams.get('conversation') ?? ''
    switch (url.pathname) {
      case '/start':
        return acknowledge(await subject.start(await jsonOf<StartTurn>(request)), '', response)
      case '/send': {
        const turn = await jsonOf<SendTurn>(request)
        return acknowledge(await subject.send(turn), turn.conversation, response)
      }
      case '/stop':
        return send(response, await subject.stop(conversation))
      case '/erase':
        return send(response, await subject.erase(conversation))
      case '/history':
        return send(response, await subject.history(conversation))
      case '/events':
        return stream(request, response, conversation)
      default:
        response.writeHead(404).end()
    }
  }

  const acknowledge = async (
    told: unknown,
    conversation: string,
    response: ServerResponse
  ): Promise<void> => {
    await points.reach('ack', conversation)
    send(response, told)
  }

  const stream = async (
    request: IncomingMessage,
    response: ServerResponse,
    conversation: string
  ): Promise<void> => {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const after = request.headers['last-event-id']
    const events = await subject.events(conversation, String(after ?? '0'), gone.signal)
    if (events === null) return send(response, null)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    for await (const { id, event, data } of events)
      response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    response.end()
  }

  return createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A store that cannot be reached is what is meant to happen; anything else is a bug.
      if (!isTurnwiseError(error)) console.error('a request failed:', error)
      response.destroy()
    })
  })
}

const send = (response: ServerResponse, value: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

const jsonOf = async <T>(request: IncomingMessage): Promise<T> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString()) as T
}
