import { type QueryTemplate, readQuery } from '@turnwise/schema'
import type { Activity } from '../wire/activity.ts'
import { readIncoming } from '../wire/activity.ts'
import type { Call } from '../wire/read-call.ts'
import { MessageCounter, type MessageCounts } from './message-counter.ts'
import { visibleHeaders } from './visible-headers.ts'

/** One request, as it came in. */
export interface LoggedRequest {
  /** Counts from 1 since the last reset. */
  number: number
  /** ISO 8601. */
  time: string
  kind: Call['kind']
  method: string
  path: string
  /** The URL's query string. */
  search: Record<string, string>
  /** Without the token: `authorization` keeps its scheme alone. */
  headers: Record<string, string>
  /** The conversation that answered; null when none did. */
  conversationId: string | null
  clientActivityId: string | null
  /** `activity.text`: what the agent was asked, context included; null for anything but a turn. */
  text: string | null
  /** What the user said in it, as the tags show it. */
  userInput: string | null
  activity: Activity | null
  /** The status that was sent; 0 when the connection ended without a response. */
  status: number
}

/** What `GET /_emulator/log` answers. */
export interface LogView {
  requests: readonly LoggedRequest[]
  messages: MessageCounts
}

const kept = 10_000

/** Everything that was asked of the emulator, the last 10,000 requests in full. */
export class RequestLog {
  #requests: LoggedRequest[] = []
  #number = 0
  readonly #counter = new MessageCounter()
  readonly #template: QueryTemplate | undefined

  /** @param template with which queries are written, when that is no named format */
  constructor(template: QueryTemplate | undefined) {
    this.#template = template
  }

  record(request: Request, conversationId: string | null, call: Call, status: number): void {
    const { pathname, searchParams } = new URL(request.url)
    const activity = call.kind === 'turn' ? call.activity : null
    const incoming = activity && readIncoming(activity, '')
    const userInput = incoming && readQuery(incoming.text, this.#template).userInput
    if (incoming) this.#counter.count(incoming.clientActivityId, incoming.text, userInput ?? '')
    this.#number += 1
    this.#requests.push({
      number: this.#number,
      time: new Date().toISOString(),
      kind: call.kind,
      method: request.method,
      path: pathname,
      search: Object.fromEntries(searchParams),
      headers: visibleHeaders(request.headers),
      conversationId,
      clientActivityId: incoming?.clientActivityId ?? null,
      text: incoming?.text ?? null,
      userInput,
      activity,
      status
    })
    if (this.#requests.length > kept) this.#requests.shift()
  }

  /** @param conversationId null shows the requests of all conversations */
  view(conversationId: string | null): LogView {
    const mine = ({ conversationId: id }: LoggedRequest): boolean =>
      conversationId === null || id === conversationId
    return { requests: this.#requests.filter(mine), messages: this.#counter.counts() }
  }

  clear(): void {
    this.#requests = []
    this.#number = 0
    this.#counter.clear()
  }
}
