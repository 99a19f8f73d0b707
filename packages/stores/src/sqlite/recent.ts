import type { DatabaseSync } from 'node:sqlite'
import type { Address, Head, TurnRecord } from '@turnwise/engine'

/** What the file has of a conversation; frozen, because it is handed out. */
export type Recent = {
  readonly number: number
  readonly head: Head
  readonly sweepAt: number | null
  /** The record of the turn in flight. */
  readonly record: TurnRecord | null
  /** It has a row among the unfinished. */
  readonly unfinished: boolean
}

/** Conversations of which this is kept. */
const most = 1000

/**
 * Conversations as the last transaction has left them: the steps of a turn follow one another, and
 * nobody else writes into the file.
 */
export type RecentConversations = {
  /** Forgets everything when somebody else has written into the file; to be called before reading. */
  check(): void
  get(address: Address): Recent | undefined
  put(address: Address, recent: Recent): void
  drop(address: Address): void
  /** For when a transaction was undone. */
  clear(): void
}

/** Keeps what was written not long ago, until somebody changes the file by hand. */
export const recentConversations = (database: DatabaseSync): RecentConversations => {
  const kept = new Map<string, Recent>()
  // Changes when another connection has written, never by this one.
  const selectChange = database.prepare('PRAGMA data_version')
  let change = selectChange.get()?.data_version

  return {
    check() {
      const now = selectChange.get()?.data_version
      if (now !== change) kept.clear()
      change = now
    },
    get: address => kept.get(keyOf(address)),
    put(address, recent) {
      const key = keyOf(address)
      kept.delete(key)
      kept.set(key, recent)
      const [oldest] = kept.size > most ? kept.keys() : []
      if (oldest !== undefined) kept.delete(oldest)
    },
    drop: address => void kept.delete(keyOf(address)),
    clear: () => kept.clear()
  }
}

const keyOf = ({ tenant, conversation }: Address): string => JSON.stringify([tenant, conversation])
