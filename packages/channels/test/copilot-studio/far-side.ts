import { createServer, type RequestListener, type Server } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer
} from 'node:net'
import { type CopilotStudioSettings, copilotStudioChannel } from '@turnwise/channels/copilot-studio'
import { type LogView, type ScriptInput, startEmulator } from '@turnwise/emulator'
import type { Channel, ChannelEvent, ChannelHandles } from '@turnwise/engine'
import { isTurnwiseError, type TurnwiseError } from '@turnwise/engine'
import { onTestFinished } from 'vitest'

const bots = '/copilotstudio/dataverse-backed/authenticated/bots'

export const ref = '3f0c7f7e-4a5b-4c59-8f2e-0d8a6f1c2b3a'
export const handles = (turnId = 'turn-1', ask = 0): ChannelHandles & { ref: string } => ({
  ref,
  turnId,
  ask
})
export const text = (words: string): { kind: 'text'; text: string } => ({
  kind: 'text',
  text: words
})

/** A call nobody cancels, unless the test brings its signal. */
export const call = (signal = new AbortController().signal) => ({ signal, locale: 'en-US' })

/** Everything that came, and how it ended. */
export type Outcome = { events: ChannelEvent[]; error: TurnwiseError | null }

/** Reads to the end; whatever is thrown and is no operational failure is a defect and passes. */
export async function read(events: AsyncIterable<ChannelEvent>): Promise<Outcome> {
  const got: ChannelEvent[] = []
  try {
    for await (const event of events) got.push(event)
    return { events: got, error: null }
  } catch (error) {
    if (!isTurnwiseError(error)) throw error
    return { events: got, error }
  }
}

/** One message in the conversation of the tests. */
export const ask = (channel: Channel, words = 'Hello', turnId?: string): Promise<Outcome> =>
  read(channel.send(text(words), handles(turnId), call()))

export const rawActivities = (events: readonly ChannelEvent[]): string[] =>
  events.flatMap(event => (event.type === 'activity' ? [event.raw] : []))

/** The text of all messages, read leniently. */
export const messages = (events: readonly ChannelEvent[]): unknown[] =>
  rawActivities(events)
    .map(raw => JSON.parse(raw))
    .filter(({ type }) => type === 'message')
    .map(activity => activity.text)

/** What the deltas of the streams add up to. */
export const streamed = (events: readonly ChannelEvent[]): string =>
  events.flatMap(event => (event.type === 'delta' ? [event.text] : [])).join('')

const endOf = (server: { close(): void }): void => {
  onTestFinished(() => void server.close())
}

/** An emulator with a channel to it. */
export async function startFarSide(settings: Partial<CopilotStudioSettings> = {}) {
  const emulator = await startEmulator()
  onTestFinished(() => emulator.close())
  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(`${emulator.url}/_emulator/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body)
    })
  return {
    url: `${emulator.url}${bots}/small-talk`,
    channel: (more: Partial<CopilotStudioSettings> = {}) =>
      channelTo(`${emulator.url}${bots}/small-talk`, { ...settings, ...more }),
    async script(...turns: ScriptInput['turns']): Promise<void> {
      const response = await post('script', { turns })
      if (!response.ok) throw new Error(await response.text())
    },
    async log(): Promise<LogView> {
      return (await fetch(`${emulator.url}/_emulator/log`)).json() as Promise<LogView>
    }
  }
}

export const channelTo = (directConnectUrl: string, more: Partial<CopilotStudioSettings> = {}) =>
  copilotStudioChannel({ directConnectUrl, token: 'test-token', ...more })

/** A bare HTTP server, for what the emulator cannot do. */
export async function startServer(onRequest: RequestListener) {
  const server: Server = createServer(onRequest)
  endOf({ close: () => server.close().closeAllConnections() })
  return { url: await listen(server), server }
}

/** A bare TCP server, for what no HTTP server does. */
export async function startTcpServer(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createTcpServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    onConnection(socket)
  })
  endOf({
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    }
  })
  return listen(server)
}

async function listen(server: TcpServer): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A `fetch` that answers with an event stream made of these chunks, without a network. */
export function streamOf(...chunks: readonly (string | Uint8Array)[]): typeof fetch {
  const encoder = new TextEncoder()
  return async () => {
    const waiting = [...chunks]
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = waiting.shift()
        if (chunk === undefined) return controller.close()
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk)
      }
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
}

export const frame = (activity: unknown): string =>
  `event: activity\ndata: ${JSON.stringify(activity)}\n\n`
export const end = 'event: end\ndata: end\n\n'
