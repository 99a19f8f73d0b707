import type { Address, Head } from '@turnwise/engine'
import type { Keyspace } from './keys.ts'
import type { Member, SortedIndex } from './sorted-index.ts'

/** Reads the head of a conversation; null when it is not there. */
export type ReadHead = (address: Address) => Promise<Head | null | 'unreadable'>

type Owner = { tenant: string; user: string }
type Listed = { position: Member; head: Awaited<ReturnType<ReadHead>> }

const mostAtOnce = 100

/** Lists of owners' conversations by last use. */
export const conversationList = (index: SortedIndex, keys: Keyspace, readHead: ReadHead) => {
  const keyOf = ({ tenant, user }: Owner): string => keys.conversationsOf(tenant, user)
  const member = ({ conversation }: Address, at: number): Member => ({
    member: conversation,
    score: String(at)
  })
  const memberAt = (address: Address, at: string) => member(address, Date.parse(at))
  const withHeads = (owner: Owner, positions: readonly Member[]): Promise<Listed[]> =>
    Promise.all(
      positions.map(async position => ({
        position,
        head: await readHead({ ...owner, conversation: position.member })
      }))
    )
  const forget = async (owner: Owner, listed: readonly Listed[]): Promise<void> => {
    const gone = listed.filter(({ head }) => head === null).map(({ position }) => position.member)
    if (gone.length > 0) await index.remove(keyOf(owner), gone)
  }

  return {
    /** A conversation is about to be opened. */
    opening: (address: Address) => index.putNew(keyOf(address), member(address, Date.now())),

    /** Drops the oldest that are over, so that a list that nobody reads does not grow for ever. */
    async tidy(owner: Owner): Promise<void> {
      await forget(owner, await withHeads(owner, await index.lowest(keyOf(owner), 2)))
    },

    /** A turn of a conversation is over. */
    used: (address: Address, at: string) => index.putSoon(keyOf(address), memberAt(address, at)),

    erased: (address: Address) => index.remove(keyOf(address), [address.conversation]),

    /** One page, last used first; mends what it finds wrong. */
    async page(
      owner: Owner,
      { cursor, limit }: { cursor: string | null; limit: number }
    ): Promise<{ heads: readonly Head[]; next: string | null }> {
      const after = cursor === null ? null : readPosition(cursor)
      const count = Math.min(mostAtOnce, limit + 1)
      const found: { head: Head; position: Member }[] = []
      const seen: Listed[] = []
      for (let offset = 0; found.length <= limit; offset += count) {
        const members = await index.read(keyOf(owner), after?.score ?? '+inf', offset, count)
        const rest = members.filter(position => after === null || comesAfter(position, after))
        for (const { position, head } of await withHeads(owner, rest)) {
          seen.push({ position, head })
          if (head !== null && head !== 'unreadable' && head.version > 0)
            found.push({ position, head })
        }
        if (members.length < count) break
      }
      const page = found.slice(0, limit)
      await forget(owner, seen)
      for (const { head, position } of page)
        if (Date.parse(head.lastTurnAt) !== Number(position.score))
          await index.put(keyOf(head.address), memberAt(head.address, head.lastTurnAt))
      const last = page.at(-1)?.position
      return {
        heads: page.map(({ head }) => head),
        next: found.length > limit && last ? `${last.score}~${last.member}` : null
      }
    }
  }
}

/**
 * Reads a cursor, which comes back through a client. Whatever it is, it only says where in the owner's
 * own list to go on.
 */
const readPosition = (cursor: string): Member => {
  const [, score = '-1', member = ''] = /^(\d{1,16})~(.*)$/s.exec(cursor) ?? []
  return { score, member }
}

/** In the order of the index: Redis compares bytes. */
const comesAfter = (position: Member, { score, member }: Member): boolean =>
  position.score !== score || Buffer.compare(Buffer.from(position.member), Buffer.from(member)) < 0
