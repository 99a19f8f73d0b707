import { OpenAPIHono } from '@hono/zod-openapi'
import type { Caller, Engine } from '@turnwise/engine'
import { failures, identified, named, observed } from './edge/every-request.ts'
import { crossOrigin } from './edge/origins.ts'
import { refuseInvalid } from './edge/request-issues.ts'
import type { RequestRecord } from './edge/request-record.ts'
import type { ServerEnv } from './environment.ts'
import { openApiDocument } from './openapi.ts'
import type { OnBug, OnFailure } from './problem-document.ts'
import { consoleRoutes } from './routes/console.ts'
import { conversationRoutes } from './routes/conversations.ts'
import { eventRoutes } from './routes/events.ts'
import { healthRoutes, type ReadinessChecks } from './routes/health.ts'
import { homeRoute } from './routes/home.ts'
import { pageRoutes } from './routes/pages.ts'
import { turnRoutes } from './routes/turns.ts'
import { unknownRoutes } from './routes/unknown.ts'
import { workflowRoutes } from './routes/workflows.ts'
import type { Pages } from './static/read-pages.ts'

export type ServerOptions = {
  engine: Engine
  /** Says who makes a request below `/api`. */
  identify: (request: Request) => Caller | Promise<Caller>
  version: string
  /** Says whether a Host header names this server; without it every name does. */
  hostAllowed?: (host: string | null) => boolean
  /** Origins of pages that may call this server besides its own. */
  corsOrigins?: readonly string[]
  /** Tells clients that a simulated agent answers. */
  simulatedAgent?: boolean
  readiness?: ReadinessChecks
  /** The built web app; without it `/` answers with a few words. */
  pages?: Pages | null
  /** How long the engine keeps the answer to a key, published for clients; in milliseconds, 0 for ever. */
  idempotencyTtl?: number
  /** Largest request body in bytes. */
  bodyLimit?: number
  /** How long a client that wants JSON waits for a turn, in milliseconds. */
  requestTimeout?: number
  /** How long a stream stays silent, in milliseconds. */
  keepAlive?: number
  onRequest?: (record: RequestRecord) => void
  /** Hears of every failure that nobody planned for. */
  onBug?: OnBug
  /** Hears of failures on the side of the server that are planned for, such as a store that is away. */
  onFailure?: OnFailure
}

/** The HTTP API as a Web-standard handler. */
export type Server = {
  /** Mountable wherever a `(Request) => Promise<Response>` is. Never rejects. */
  fetch: (request: Request) => Promise<Response>
  /** Ends the streams that have no end of their own, so that a process can leave. */
  close: () => void
}

const DEFAULTS = {
  corsOrigins: [],
  simulatedAgent: false,
  readiness: {},
  pages: null,
  idempotencyTtl: 24 * 60 * 60 * 1000,
  bodyLimit: 256 * 1024,
  requestTimeout: 120_000,
  keepAlive: 15_000,
  onBug: () => {},
  onFailure: () => {}
} as const

/** Makes the HTTP API of an engine. */
export function createServer(options: ServerOptions): Server {
  const settings = { ...DEFAULTS, ...options }
  const { engine, keepAlive, onBug, onFailure } = settings
  const closing = new AbortController()
  const app = new OpenAPIHono<ServerEnv>({ defaultHook: refuseInvalid })

  app.onError(failures({ onBug, onFailure }))
  app.use(observed(settings.onRequest))
  app.use(named(settings.hostAllowed))
  app.use(crossOrigin(settings.corsOrigins))
  app.use('/api/*', identified(settings.identify))

  if (settings.pages === null) homeRoute(app)
  else pageRoutes(app, settings.pages)
  healthRoutes(app, settings)
  turnRoutes(app, settings)
  conversationRoutes(app, settings)
  consoleRoutes(app, settings)
  eventRoutes(app, { engine, keepAlive, onBug, onFailure, closing: closing.signal })
  workflowRoutes(app, engine, settings.simulatedAgent)
  const document = openApiDocument(app, settings)
  app.get('/openapi.json', context => context.json(document))
  unknownRoutes(app)

  return {
    fetch: async request => app.fetch(request),
    close: () => closing.abort()
  }
}
