import type { TurnEvent, Undelivered } from '../ports/store.ts'
import type { Address, Entry, Head, TurnRecord } from '../ports/stored-conversation.ts'

/** How long what is kept is kept, in milliseconds; null keeps for ever. */
export type Retention = { conversation: number | null; idempotency: number | null }

/** What tells whether a conversation is there for somebody. */
export type HeadOutline = Pick<Head, 'tid' | 'expiresAt'> & { user: string }

/**
 * One conversation's rows inside one transaction.
 *
 * The operations of this folder are the rules of the store, written once over this view. They run
 * synchronously; a store that throws in the middle must leave nothing behind.
 */
export interface Slot {
  /** Milliseconds that never go back while leases of this store are alive. */
  readonly now: number
  /** Milliseconds since the epoch. */
  readonly wall: number
  readonly retention: Retention
  /** What is known of the head also where the rest of it cannot be read. */
  outline(): HeadOutline | null
  head(): Head | null
  putHead(head: Head): void
  record(tid: string): TurnRecord | null
  putRecord(record: TurnRecord): void
  entry(turn: number): Entry | null
  /** The entry of a turn among those with a number above `after`. */
  entryOf(tid: string, after: number): Entry | null
  appendEntry(entry: Entry): void
  /** What the conversation's outlets have not heard of yet. */
  undelivered(): Undelivered | null
  putUndelivered(undelivered: Undelivered | null): void
  /** Nothing can be created here: the conversation was erased not long ago. */
  tombstone(): boolean
  /** Removes every row of the conversation. */
  clear(): void
  /** Leaves the tombstone, until a time in milliseconds since the epoch or for ever. */
  bury(until: number | null): void
  /** Hands a live event to whoever listens, once the transaction is durable. */
  emit(tid: string, event: TurnEvent): void
}

/** The head as its owner may see it: expired and other people's conversations do not exist. */
export const headFor = (slot: Slot, address: Address): Head | null => {
  const head = slot.head()
  return head !== null && isThere(slot, address, head.address.user, head) ? head : null
}

/** Whether a conversation exists for its owner, readable or not. */
export const existsFor = (slot: Slot, address: Address): boolean => {
  const outline = slot.outline()
  return outline !== null && isThere(slot, address, outline.user, outline)
}

const isThere = (
  { wall }: Slot,
  address: Address,
  user: string,
  { tid, expiresAt }: Pick<Head, 'tid' | 'expiresAt'>
): boolean => user === address.user && (expiresAt === null || expiresAt > wall || tid !== null)

/** Store time at which something that is used now expires. */
export const expiry = (wall: number, retention: number | null): number | null =>
  retention === null ? null : wall + retention
