import type { Address, Head, Undelivered } from '@turnwise/engine'
import type { Slot } from '@turnwise/engine/protocol'

/** The rows of one conversation as a store keeps them; the rules come from the engine. */
export type Rows = Omit<Slot, 'now' | 'wall' | 'retention' | 'emit' | 'tombstone'> & {
  tombstone(): { until: number | null } | null
}

/** Page of an owner's conversations: `cursor` is the position of the last one of the page before. */
export type Page = { cursor: string | null; limit: number; wall: number }

/** Where a conversation stands in its owner's list, last used last; ties are broken by id. */
export const position = (lastTurnAt: string, conversation: string): string =>
  `${lastTurnAt}~${conversation}`

/**
 * Reads a position, which comes back through a client. Whatever it is, it only says where in the
 * owner's own list to go on.
 */
export const readPosition = (cursor: string): { at: string; id: string } => {
  const [at = ''] = cursor.split('~', 1)
  return { at, id: cursor.slice(at.length + 1) }
}

/**
 * When effects are safe from a loss of power: `now`, before the result is told, or `later`, with the
 * next transaction that says `now`. A store without power to lose makes no difference.
 */
export type Durable = 'now' | 'later'

/** What a store with synchronous transactions has to bring. */
export interface Backend {
  /** Rises with every start of the store, so that event ids never repeat. */
  readonly boot: number
  /**
   * Runs `work` in a transaction over one conversation's rows and resolves when its effects outlive
   * the process, and are as durable as it says. What `work` throws undoes its effects and rejects.
   */
  transact<T>(address: Address, durable: Durable, work: (rows: Rows) => T): Promise<T>
  /** Runs `work`, which writes nothing, over one conversation's rows as they are now. */
  read<T>(address: Address, work: (rows: Rows) => T): Promise<T>
  list(
    owner: { tenant: string; user: string },
    page: Page
  ): Promise<{ heads: readonly Head[]; next: string | null }>
  /** Conversations with a turn in flight or waiting, and no lease beyond `now`, in the store's own time. */
  unfinished(now: number): Promise<readonly Address[]>
  /** Conversations that owe a delivery, longest due first; at most 1,000. */
  undelivered(): Promise<readonly (Undelivered & { address: Address })[]>
  /**
   * Removes what expired before `wall`, in milliseconds since the epoch; resolves with whether there
   * was anything.
   */
  sweep(wall: number): Promise<boolean>
  /** Makes sure that what has been removed is in no file any more. */
  scrub(): Promise<void>
  /** Resolves when something has been written as durably as with `now`. */
  probe(): Promise<void>
  close(): Promise<void>
}
