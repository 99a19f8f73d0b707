import { type AgentAddress, agentUrl } from './connection-url.ts'
import { isToken } from './token.ts'

/** Which agent to talk to, in whose name, and how long and how much to take from it. */
export type CopilotStudioSettings = AgentAddress & {
  /** A bearer, or what makes one for each call; without it the token of the user is needed. */
  token?: string | (() => Promise<string>)
  /** `safe` only when the operator knows that asking this agent twice does no harm. */
  resend?: 'safe' | 'unsafe'
  /** Milliseconds until the request is on its way, token included; undici itself waits 10,000. */
  connectTimeout?: number
  /**
   * Milliseconds without an event; comments that keep a connection alive do not count. Beyond
   * 300,000 the patience of undici itself has to be raised in `dispatcher`.
   */
  idleTimeout?: number
  /** Milliseconds a reply may take in all. */
  totalTimeout?: number
  /** Milliseconds that reading back a reply may take in all. */
  recoverDeadline?: number
  /** Bytes of a reply, counted after decompression. */
  maxBytes?: number
  /** Activities of a reply; pieces of streamed text are bounded by `maxBytes` alone. */
  maxActivities?: number
  /** Replaces the global one. */
  fetch?: typeof globalThis.fetch
  /** An undici dispatcher, for a proxy, for certificates, or to check addresses while connecting. */
  dispatcher?: RequestInit['dispatcher']
}

const limits = {
  connectTimeout: 10_000,
  idleTimeout: 120_000,
  totalTimeout: 600_000,
  recoverDeadline: 120_000,
  maxBytes: 1_048_576,
  maxActivities: 200
} as const

/** Settings that have been checked, every limit in place. */
export type ResolvedSettings = Pick<CopilotStudioSettings, 'token' | 'dispatcher'> &
  Record<keyof typeof limits, number> & {
    agent: URL
    resend: 'safe' | 'unsafe'
    fetch: typeof globalThis.fetch
  }

/** Beyond this a timer of Node fires at once. */
const longest = 2 ** 31 - 1

/** @throws TypeError or RangeError that names the setting and says what it should be */
export function resolveSettings(settings: CopilotStudioSettings): ResolvedSettings {
  const { token, resend = 'unsafe', fetch = globalThis.fetch, dispatcher } = settings
  if (resend !== 'safe' && resend !== 'unsafe') {
    throw new TypeError("resend must be 'safe' or 'unsafe'")
  }
  if (typeof token === 'string' && !isToken(token)) {
    throw new TypeError('token must be a bearer token: visible ASCII characters, no spaces')
  }
  const resolved = { agent: agentUrl(settings), token, resend, fetch, dispatcher, ...limits }
  for (const name of Object.keys(limits) as (keyof typeof limits)[]) {
    const value = settings[name] ?? limits[name]
    if (!Number.isInteger(value) || value < 1 || value > longest) {
      throw new RangeError(`${name} must be a whole number from 1 to ${longest}`)
    }
    Object.assign(resolved, { [name]: value })
  }
  return resolved
}
