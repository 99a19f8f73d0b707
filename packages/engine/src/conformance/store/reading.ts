import { expectEqual, expectPresent } from '../expect.ts'
import { type Conversation, commitOf, entryOf } from './conversation.ts'
import { type StoreCase, storeCase } from './harness.ts'

/** Conversations of one owner, each used last at its own second. */
const several = async (talk: Conversation, seconds: readonly number[]): Promise<string[]> => {
  const ids: string[] = []
  for (const second of seconds) {
    // Ids may hold whatever separates the parts of a cursor.
    const one = talk.as({ conversation: `${talk.address.conversation}~${second}~${ids.length}` })
    const grant = await one.granted('start', one.opening())
    const at = new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
    const entry = entryOf(grant, { at })
    await one.store.commit(grant, commitOf(grant, { entry }))
    ids.push(one.address.conversation)
  }
  return ids
}

export const readingCases: readonly StoreCase[] = [
  storeCase(['O5.1'], 'gives entries by range, rising, the newest when it cuts', async talk => {
    await talk.open()
    for (const tid of ['a', 'b', 'c', 'd']) await talk.turn(tid)
    const numbers = async (range: { after?: number; before?: number; limit: number }) =>
      (await talk.store.entries(talk.address, range)).map(({ turn }) => turn)
    expectEqual(await numbers({ limit: 9 }), [1, 2, 3, 4, 5], 'all')
    expectEqual(await numbers({ limit: 2 }), [4, 5], 'the last two')
    expectEqual(await numbers({ after: 2, limit: 9 }), [3, 4, 5], 'after the second')
    expectEqual(await numbers({ before: 4, limit: 9 }), [1, 2, 3], 'before the fourth')
    expectEqual(await numbers({ before: 4, limit: 2 }), [2, 3], 'the two before the fourth')
    expectEqual(await numbers({ after: 1, before: 5, limit: 9 }), [2, 3, 4], 'between')
    expectEqual(await numbers({ after: 5, limit: 9 }), [], 'after the last')
    expectEqual(await numbers({ before: 1, limit: 9 }), [], 'before the first')
    expectEqual(await numbers({ after: 3, before: 2, limit: 9 }), [], 'of an empty range')
    expectEqual(await numbers({ before: 99, limit: 1 }), [5], 'before what is not there yet')
    expectEqual(await numbers({ limit: 0 }), [], 'none at all')
  }),
  storeCase(['O5.1'], 'lists the conversations of an owner, last used first', async talk => {
    const [one, two, three] = await several(talk, [10, 30, 20])
    const listed = async () =>
      (await talk.store.list(talk.address, { cursor: null, limit: 9 })).heads.map(
        ({ address }) => address.conversation
      )
    expectEqual(await listed(), [two, three, one], 'the list')
    await talk.as({ conversation: expectPresent(one, 'the first') }).turn('a')
    expectEqual(await listed(), [one, two, three], 'the list after a turn in the oldest')
  }),
  storeCase(['O5.1'], 'lists no conversation before its first turn is over', async talk => {
    await talk.granted('start', talk.opening())
    const page = await talk.store.list(talk.address, { cursor: null, limit: 9 })
    expectEqual(page, { heads: [], next: null }, 'the list')
  }),
  storeCase(['O5.1'], 'pages through a list without a gap or a repeat', async talk => {
    // Several at the same moment, so that a page ends between them.
    const ids = await several(talk, [5, 5, 5, 5, 9, 1, 5])
    const { heads } = await talk.store.list(talk.address, { cursor: null, limit: 99 })
    const all = heads.map(({ address }) => address.conversation)
    expectEqual(all.toSorted(), ids.toSorted(), 'all of them')
    for (const limit of [1, 2, 3, 7]) {
      const paged: string[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof talk.store.list>> = await talk.store.list(
          talk.address,
          { cursor, limit }
        )
        paged.push(...page.heads.map(({ address }) => address.conversation))
        cursor = page.next
      } while (cursor !== null && paged.length < 99)
      expectEqual(paged, all, `pages of ${limit}`)
    }
  }),
  storeCase(['O1.2'], 'shows no more for a cursor that somebody made up', async talk => {
    const ids = await several(talk, [1, 2])
    const { user, conversation } = talk.address
    const other = talk.as({ user: `${user}-other`, conversation: `${conversation}-other` })
    await several(other, [1, 2])
    const { next } = await other.store.list(other.address, { cursor: null, limit: 1 })
    const made = [
      '',
      '~',
      '~~~~',
      'null',
      '0',
      '-1',
      '\u0000',
      '\u{10ffff}',
      '\ud800',
      "' OR 1=1 --",
      '%',
      '{"$gt":""}',
      '[',
      '(',
      '9'.repeat(500),
      '9999-12-31T23:59:59.999Z~',
      expectPresent(next, "somebody else's cursor")
    ]
    for (const cursor of made) {
      const page = await talk.store.list(talk.address, { cursor, limit: 9 })
      const foreign = page.heads.filter(({ address }) => !ids.includes(address.conversation))
      expectEqual(foreign, [], `what else ${JSON.stringify(cursor)} brings`)
    }
  })
]
