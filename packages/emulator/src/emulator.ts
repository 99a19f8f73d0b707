import type { QueryTemplate } from '@turnwise/schema'
import { Hono } from 'hono'
import type { StyleName } from './agent/express/index.ts'
import { controlRoutes } from './control.ts'
import { Conversations } from './conversation/conversations.ts'
import { RequestLog } from './log/request-log.ts'
import { ScriptQueue } from './script/script-queue.ts'
import { readAddress } from './wire/address.ts'
import { answerDirectToEngine } from './wire/direct-to-engine.ts'
import { refusal } from './wire/refusal.ts'

/** How the simulated agent answers unless a script says otherwise. */
export interface EmulatorOptions {
  /** `streamed` by default: typing deltas, then words with fenced JSON. */
  defaultStyle?: StyleName
  /** Milliseconds between two activities of an answer, 0 by default. */
  stepMs?: number
  /** With which callers write their queries, when that is no named format. */
  template?: QueryTemplate
}

/** The far side of the wire as a Web-standard handler. */
export interface Emulator {
  /** Rejects where a script breaks the connection before a response, as `fetch` does. */
  fetch(request: Request): Promise<Response>
}

/**
 * Creates a simulated Copilot Studio that speaks the direct-to-engine protocol.
 *
 * All state is in the handler; two emulators know nothing of each other.
 * @see docs of the official client, `@microsoft/agents-copilotstudio-client`
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const { defaultStyle = 'streamed', stepMs = 0, template } = options
  const far = {
    conversations: new Conversations(),
    scripts: new ScriptQueue(),
    log: new RequestLog(template),
    manner: { defaultStyle, stepMs, template }
  }
  const app = new Hono()
  app.route('/_emulator', controlRoutes(far))
  app.all('*', context => {
    const address = readAddress(context.req.path)
    if (address === null) return refusal(404, 'There is no such route.')
    return answerDirectToEngine(far, context.req.raw, address)
  })
  app.onError(error => {
    throw error
  })
  return { fetch: async request => app.fetch(request) }
}
