import type { Undelivery } from '@turnwise/schema'
import type { Caller } from '../engine.ts'
import type { Store, Undelivered } from '../ports/store.ts'
import type { Address } from '../ports/stored-conversation.ts'

/** The caller's conversations of which an outlet has not heard everything yet, longest due first. */
export const owedBy = async (store: Store, caller: Caller): Promise<readonly Undelivery[]> =>
  (await ownOf(store, caller)).map(({ address, from, attempts, dueAt }) => ({
    conversationId: address.conversation,
    turn: from,
    attempts,
    nextAttemptAt: dueAt === null ? null : new Date(dueAt).toISOString()
  }))

/** Makes what a conversation owes due at once; null when it owes nothing. */
export const dueAgain = async (
  store: Store,
  caller: Caller,
  conversationId: string
): Promise<Address | null> => {
  const owed = (await ownOf(store, caller)).find(
    ({ address }) => address.conversation === conversationId
  )
  if (owed === undefined) return null
  await store.postponeDelivery(owed.address, owed.from, 0)
  return owed.address
}

const ownOf = async (
  store: Store,
  { tenant, user }: Caller
): Promise<readonly (Undelivered & { address: Address })[]> =>
  (await store.undelivered()).filter(
    ({ address }) => address.tenant === tenant && address.user === user
  )
