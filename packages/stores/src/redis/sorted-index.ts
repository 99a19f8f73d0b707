import type { RedisReply } from './client.ts'
import type { Connection } from './connection.ts'
import type { RunScript } from './run-scripts.ts'
import { together } from './together.ts'

/** A member of an index, with its score as Redis writes it. */
export type Member = { member: string; score: string }

const day = 24 * 60 * 60 * 1000
/** Milliseconds for which what nobody waits for is collected. */
const moment = 50

/**
 * Indexes of conversations by a number. They live in other slots than what they list: written before
 * it, again after it, and mended by whoever reads them.
 */
export const sortedIndex = (
  connection: Pick<Connection, 'send'>,
  run: RunScript,
  conversationTtl: number
) => {
  // As long as what it lists, and a little longer; reading it tells what is over.
  const ttl = String(conversationTtl === 0 ? 0 : conversationTtl + day)
  const putAll = (which: 'new' | 'any', wait?: number) =>
    together<Member>(
      (key, members) =>
        run(
          'index',
          [key],
          [which, ttl, ...members.flatMap(({ member, score }) => [score, member])]
        ),
      wait
    )
  const now = putAll('any')
  const fresh = putAll('new')
  const soon = putAll('any', moment)
  const removeAll = (wait?: number) =>
    together<Member>(
      (key, members) =>
        run(
          'unmark',
          [key],
          members.flatMap(({ member, score }) => [member, score])
        ),
      wait
    )
  const gone = removeAll()
  const goneSoon = removeAll(moment)
  /** Sends what has been collected, so that nothing that is asked for after it overtakes it. */
  const settle = (): void => {
    for (const { flush } of [now, fresh, soon, gone, goneSoon]) flush()
  }
  return {
    put: now.add,
    /** Leaves a member as it is that is there already. */
    putNew: fresh.add,
    /** For what nobody waits for: with what else is asked for a moment later. */
    putSoon: soon.add,

    remove(key: string, members: readonly string[]): Promise<RedisReply> {
      // What is still collected must not bring back what is removed.
      settle()
      return connection.send(['ZREM', key, ...members])
    },

    /** Removes a member whose score is still the one that is given. */
    removeUnchanged: gone.add,
    removeUnchangedSoon: goneSoon.add,
    settle,

    /** Members from a score down, the highest member first among equals. */
    async read(key: string, from: string, offset: number, count: number): Promise<Member[]> {
      settle()
      const range = ['ZRANGE', key, from, '-inf', 'BYSCORE', 'REV', 'LIMIT', String(offset)]
      return membersOf(await connection.send([...range, String(count), 'WITHSCORES']))
    },

    async lowest(key: string, count: number): Promise<Member[]> {
      settle()
      return membersOf(await connection.send(['ZRANGE', key, '0', String(count - 1), 'WITHSCORES']))
    }
  }
}

export type SortedIndex = ReturnType<typeof sortedIndex>

const membersOf = (reply: RedisReply): Member[] =>
  (reply as [RedisReply, RedisReply][]).map(([member, score]) => ({
    member: String(member),
    score: String(score)
  }))
