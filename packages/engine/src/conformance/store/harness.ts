import type { Store } from '../../ports/store.ts'
import type { Address } from '../../ports/stored-conversation.ts'
import type { ConformanceCase } from '../case.ts'
import { within } from '../expect.ts'
import { type Conversation, conversation } from './conversation.ts'

/**
 * What can be wrong with what is kept of a conversation: its state is no longer JSON, it was written by
 * a newer version, or its fence lies in the future, as a clock that was set back since leaves it.
 */
export type Damage = 'unreadable' | 'newer' | 'ahead'

/** How far ahead a fence lies, in microseconds since the epoch; no clock is there soon. */
export const fenceAhead = 8_000_000_000_000_001

/** What a store brings to be tested. */
export type StoreHarness = {
  /**
   * Opens a store in which nothing is kept yet, or nothing of these cases: conversation ids and
   * users are new in every case. Keeping times in milliseconds, 0 for ever, a day when left out.
   */
  open: (keep?: { conversationTtl?: number; idempotencyTtl?: number }) => Promise<Store>
  /**
   * Ends a store as the death of its process would and opens what it has kept, with the same
   * keeping times. Absent where nothing is kept.
   */
  reopen?: (store: Store) => Promise<Store>
  /**
   * Damages what is kept of a conversation, behind the store's back; `ahead` sets its fence to
   * {@link fenceAhead}. Absent where nothing can be damaged.
   */
  damage?: (store: Store, address: Address, how: Damage) => Promise<void>
}

export type StoreCase = ConformanceCase<StoreHarness> & {
  /** Needs `reopen`: for stores that outlive their process. */
  readonly durable?: true
  /** Needs `damage`. */
  readonly damages?: true
}

/** Milliseconds after which a case has failed: a store that hangs must not hang its test. */
const deadline = 10_000

/** A case over one conversation of one open store. */
export const storeCase = (
  requirements: readonly string[],
  name: string,
  check: (talk: Conversation, store: Store) => Promise<void>,
  keep?: { conversationTtl?: number; idempotencyTtl?: number }
): StoreCase => ({
  name,
  requirements,
  async run(harness) {
    const store = await harness.open(keep)
    try {
      await within(deadline, check(conversation(store), store), name)
    } finally {
      await store.close()
    }
  }
})

/** A case in which the store dies: `again` gives what stands in its place. */
export const durableCase = (
  requirements: readonly string[],
  name: string,
  check: (talk: Conversation, again: () => Promise<Conversation>) => Promise<void>
): StoreCase => ({
  name,
  requirements,
  durable: true,
  async run(harness) {
    const { reopen } = harness
    if (reopen === undefined) throw new TypeError('only a store that can be opened again runs this')
    let store = await harness.open()
    const talk = conversation(store)
    try {
      const again = async (): Promise<Conversation> => {
        store = await reopen(store)
        return talk.over(store)
      }
      await within(deadline, check(talk, again), name)
    } finally {
      await store.close()
    }
  }
})

/** A case over two conversations of one store, of which `talk` is about to be damaged. */
export const damageCase = (
  requirements: readonly string[],
  name: string,
  check: (talk: Conversation, damage: (how: Damage) => Promise<void>) => Promise<void>
): StoreCase => ({
  name,
  requirements,
  damages: true,
  async run(harness) {
    const { damage } = harness
    if (damage === undefined) throw new TypeError('only a store that can be damaged runs this')
    const store = await harness.open()
    const talk = conversation(store)
    try {
      await within(
        deadline,
        check(talk, how => damage(store, talk.address, how)),
        name
      )
    } finally {
      await store.close()
    }
  }
})
