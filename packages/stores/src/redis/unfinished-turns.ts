import type { Address } from '@turnwise/engine'
import { addressOf, memberOf } from './index-member.ts'
import type { Keyspace } from './keys.ts'
import type { SortedIndex } from './sorted-index.ts'

const mostAtOnce = 100

/** Whether a conversation is at rest, in somebody's hands, or left behind. */
export type LookAt = (address: Address) => Promise<string>

/** Conversations in which a turn was admitted and has not been seen to end. */
export const unfinishedTurns = (index: SortedIndex, { unfinished }: Keyspace, lookAt: LookAt) => ({
  /** A turn is about to be admitted under this mark. */
  beginning: (address: Address, mark: number) =>
    index.put(unfinished, { member: memberOf(address), score: String(mark) }),

  /** The turn that was admitted under this mark was the last one; a newer mark stays. */
  ended: (address: Address, mark: string) =>
    index.removeUnchangedSoon(unfinished, { member: memberOf(address), score: mark }),

  /** Those that somebody should look after; forgets those that are at rest. */
  async left(): Promise<readonly Address[]> {
    const left: Address[] = []
    for (let offset = 0; ; ) {
      const marks = await index.read(unfinished, '+inf', offset, mostAtOnce)
      const looked = await Promise.all(
        marks.map(async mark => {
          const address = addressOf(mark.member)
          return { mark, address, state: await lookAt(address) }
        })
      )
      left.push(...looked.filter(({ state }) => state === 'left').map(({ address }) => address))
      const idle = looked.filter(({ state }) => state === 'idle').map(({ mark }) => mark)
      await Promise.all(idle.map(mark => index.removeUnchanged(unfinished, mark)))
      if (marks.length < mostAtOnce) return left
      offset += marks.length - idle.length
    }
  }
})
