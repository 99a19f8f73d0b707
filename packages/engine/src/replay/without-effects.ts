import type { Channel } from '../ports/channel.ts'
import { systemClock } from '../ports/clock.ts'
import type { Effects } from '../turn/parts.ts'

/** An agent that nobody asks. */
export const unasked: Channel = {
  id: 'replay',
  capabilities: {
    resend: 'unsafe',
    needsUser: false,
    maxInput: Number.POSITIVE_INFINITY,
    streams: false,
    cards: true
  },
  start: () => refuse(),
  send: () => refuse(),
  recover: () => refuse()
}

const refuse = (): never => {
  throw new TypeError('a replay asks no agent')
}

/** Nobody is told of a replay, and no circuit counts what was counted then. */
export const nobody: Effects = {
  observe: () => {},
  circuits: { failed: () => {} },
  inWords: new Set(),
  clock: systemClock
}
