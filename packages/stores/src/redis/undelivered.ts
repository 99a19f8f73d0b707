import type { Address, Undelivered } from '@turnwise/engine'
import { addressOf, memberOf } from './index-member.ts'
import type { Keyspace } from './keys.ts'
import type { SortedIndex } from './sorted-index.ts'

/** Milliseconds in which a note stays, whatever is owed: the commit it was made for may be on its way. */
const fresh = 60_000
const mostAtOnce = 1000

/** Conversations that owe a delivery: noted before and after the commit that owes it, as a hint. */
export const undeliveredIndex = (
  index: SortedIndex,
  { undelivered }: Keyspace,
  lookAt: (address: Address) => Promise<Undelivered | null>
) => ({
  note: (address: Address) =>
    index.put(undelivered, { member: memberOf(address), score: String(Date.now()) }),

  /** Those that do owe something, longest due first; forgets the others. */
  async owing(): Promise<readonly (Undelivered & { address: Address })[]> {
    const noted = await index.lowest(undelivered, mostAtOnce)
    const looked = await Promise.all(
      noted.map(async note => {
        const address = addressOf(note.member)
        return { note, address, owed: await lookAt(address) }
      })
    )
    const settled = looked
      .filter(({ note, owed }) => owed === null && Number(note.score) < Date.now() - fresh)
      .map(({ note }) => note)
    await Promise.all(settled.map(note => index.removeUnchanged(undelivered, note)))
    return looked
      .flatMap(({ address, owed }) => (owed === null ? [] : [{ ...owed, address }]))
      .sort((a, b) => dueAt(a) - dueAt(b))
  }
})

const dueAt = (owed: Undelivered): number => owed.dueAt ?? Number.POSITIVE_INFINITY
