import { createHash } from 'node:crypto'
import type { Address } from '@turnwise/engine'

/** The keys of one conversation: all with one hash tag, so that they live in one slot. */
export type ConversationKeys = {
  head: string
  history: string
  queue: string
  turns: string
  /** Live events, and the channel that tells of them: a user's own, so that nobody else hears them. */
  events: string
  tombstone: string
  record: (tid: string) => string
}

/** How keys and channels are called. `prefix` sets one installation apart from others. */
export const keyspace = (prefix: string) => ({
  conversation: ({ tenant, user, conversation }: Address): ConversationKeys => {
    const tag = `${prefix}{${encoded(tenant)}.${encoded(conversation)}}:`
    return {
      head: `${tag}h`,
      history: `${tag}x`,
      queue: `${tag}q`,
      turns: `${tag}t`,
      events: `${tag}e:${user}`,
      tombstone: `${tag}z`,
      record: tid => `${tag}i:${tid}`
    }
  },
  /** An owner's conversations by last use. */
  conversationsOf: (tenant: string, user: string): string =>
    `${prefix}{${encoded(tenant)}.${encoded(user)}}:c`,
  /** Conversations in which a turn was admitted and has not been seen to end. */
  unfinished: `${prefix}{unfinished}:u`,
  /** Conversations that may owe a delivery, by when that was noted. */
  undelivered: `${prefix}{undelivered}:d`,
  /** Written to see whether a write counts. */
  probe: `${prefix}{probe}:p`,
  /** Channel on which every worker hears of stops, interrupts and erasures. */
  stops: `${prefix}stops`
})

export type Keyspace = ReturnType<typeof keyspace>

/** Plain names stay readable; what could break a tag, or has any length, is hashed. */
const encoded = (name: string): string =>
  /^[A-Za-z0-9_-]{1,64}$/.test(name)
    ? name
    : // As JSON, because a lone surrogate has no UTF-8 of its own.
      `~${createHash('sha256').update(JSON.stringify(name)).digest('base64url')}`
