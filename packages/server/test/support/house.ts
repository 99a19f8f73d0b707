import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copilotStudioChannel } from '@turnwise/channels/copilot-studio'
import { type LogView, type ScriptInput, startEmulator } from '@turnwise/emulator'
import { createEngine, type Engine, type EngineOptions, type Store } from '@turnwise/engine'
import type { ConversationView, TurnAnswer } from '@turnwise/schema'
import { createServer, loadWorkflows, type Server, type ServerOptions } from '@turnwise/server'
import { memoryStore } from '@turnwise/stores/memory'
import { sqliteStore } from '@turnwise/stores/sqlite'

/** One answer, read to its end. */
export type Answer = { status: number; headers: Headers; text: string; body: unknown }

export type Call = {
  method?: string
  /** Sent as JSON, unless it is text already. */
  body?: unknown
  headers?: Record<string, string>
}

/** Everything real but the network: server, engine, store, channel, and an agent of its own. */
export type House = {
  server: Server
  engine: Engine
  /** Sends a request to the handler and leaves its answer unread. */
  request(path: string, call?: Call): Promise<Response>
  call(path: string, call?: Call): Promise<Answer>
  /** Starts a conversation. */
  start(body?: object): Promise<TurnAnswer>
  /** Says something and expects an answer. */
  send(conversationId: string, text: string, headers?: Record<string, string>): Promise<TurnAnswer>
  read(conversationId: string): Promise<ConversationView>
  script(...turns: ScriptInput['turns']): Promise<void>
  log(): Promise<LogView>
  close(): Promise<void>
}

/** The stores a server can stand on: one answers in memory, one after a write to disk. */
export const STORES = ['memory', 'sqlite'] as const
export type StoreKind = (typeof STORES)[number]

type OpenStore = { store: Store; discard: () => Promise<void> }

const openStore: Readonly<Record<StoreKind, () => Promise<OpenStore>>> = {
  memory: async () => {
    const store = memoryStore()
    return { store, discard: () => store.close() }
  },
  sqlite: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'turnwise-house-'))
    const store = await sqliteStore({ file: join(folder, 'turnwise.sqlite') })
    const discard = async (): Promise<void> => {
      await store.close()
      await rm(folder, { recursive: true, force: true })
    }
    return { store, discard }
  }
}

const WORKFLOWS = fileURLToPath(new URL('../../../../workflows', import.meta.url))

export async function openHouse(
  options: {
    server?: Partial<ServerOptions>
    engine?: Partial<EngineOptions>
    store?: StoreKind
    /** Puts something around the store. */
    around?: (store: Store) => Store
  } = {}
): Promise<House> {
  const loaded = await loadWorkflows(WORKFLOWS)
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'))
  const emulator = await startEmulator()
  const { store, discard } = await openStore[options.store ?? 'memory']()
  const { around = same => same } = options
  const engine = createEngine({
    store: around(store),
    channel: ({ id }) =>
      copilotStudioChannel({
        directConnectUrl: `${emulator.url}/copilotstudio/dataverse-backed/authenticated/bots/${id}`,
        token: 'simulated',
        idleTimeout: 2_000,
        recoverDeadline: 500
      }),
    workflows: loaded.workflows,
    defaultWorkflow: 'travel-request',
    ...options.engine
  })
  const server = createServer({
    engine,
    version: '0.0.0',
    identify: request => ({
      tenant: 'local',
      user: request.headers.get('x-test-user') ?? 'local'
    }),
    simulatedAgent: true,
    ...options.server
  })

  const house: House = {
    server,
    engine,
    request: (path, { method, body, headers = {} } = {}) =>
      server.fetch(
        new Request(`http://127.0.0.1${path}`, {
          method: method ?? (body === undefined ? 'GET' : 'POST'),
          headers:
            body === undefined ? headers : { 'content-type': 'application/json', ...headers },
          ...(body === undefined
            ? {}
            : { body: typeof body === 'string' ? body : JSON.stringify(body) })
        })
      ),
    async call(path, call) {
      const response = await house.request(path, call)
      const text = await response.text()
      const isJson = /json/.test(response.headers.get('content-type') ?? '')
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson ? JSON.parse(text) : undefined
      }
    },
    async start(body = {}) {
      return expectTurn(await house.call('/api/chat/start', { body }))
    },
    async send(conversationId, text, headers = {}) {
      return expectTurn(
        await house.call('/api/chat/send', { body: { conversationId, text }, headers })
      )
    },
    async read(conversationId) {
      return (await house.call(`/api/chat/conversations/${conversationId}`))
        .body as ConversationView
    },
    async script(...turns) {
      await fetch(`${emulator.url}/_emulator/script`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ turns })
      })
    },
    async log() {
      return (await (await fetch(`${emulator.url}/_emulator/log`)).json()) as LogView
    },
    async close() {
      server.close()
      await engine.drain(5_000)
      await discard()
      await emulator.close()
    }
  }
  return house
}

export function expectTurn({ status, body, text }: Answer): TurnAnswer {
  if (status !== 200) throw new Error(`expected a turn, got ${status}: ${text}`)
  return body as TurnAnswer
}
