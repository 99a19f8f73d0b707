import { expectEqual, expectKind } from '../expect.ts'
import type { Conversation } from './conversation.ts'
import { commitOf, failedEvent, failure, long, replyOf } from './conversation.ts'
import { type StoreCase, storeCase } from './harness.ts'

/** Everything that can be tried from outside, with what is answered where nothing is. */
const tries: readonly [
  what: string,
  attempt: (other: Conversation) => Promise<unknown>,
  answer: unknown
][] = [
  ['a turn', async other => (await other.admit('b')).kind, 'unknown'],
  ['the key of a turn', async other => (await other.admit('done')).kind, 'unknown'],
  ['the head', other => other.head(), null],
  ['the record', other => other.record('done'), null],
  ['the entries', other => other.store.entries(other.address, { limit: 9 }), []],
  ['a stop', other => other.store.stop(other.address), false],
  ['a withdrawal', other => other.store.withdraw(other.address, 'waiting', failure), 'not-waiting'],
  ['an adoption', other => other.store.adopt(other.address, { owner: 'w', lease: long }), null],
  ['an erasure', other => other.store.erase(other.address), 'unknown'],
  [
    'the list',
    async other => (await other.store.list(other.address, { cursor: null, limit: 9 })).heads,
    []
  ]
]

const strangers = [
  ['another user', { user: 'somebody else' }],
  ['another tenant', { tenant: 'another tenant' }],
  ['the same name in another tenant and user', { tenant: '', user: '' }]
] as const

export const ownershipCases: readonly StoreCase[] = [
  ...strangers.map(([who, stranger]) =>
    storeCase(['O1.2'], `shows nothing of a conversation to ${who}`, async talk => {
      await talk.open()
      await talk.turn('done')
      await talk.granted('running')
      await talk.queued('waiting')
      const before = await talk.head()
      for (const [what, attempt, answer] of tries)
        expectEqual(await attempt(talk.as(stranger)), answer, what)
      expectEqual(await talk.head(), before, 'the conversation after all of that')
    })
  ),
  storeCase(['O1.2'], 'takes nothing from a stranger who holds a key', async talk => {
    await talk.open()
    const grant = await talk.granted('a')
    const { store } = talk
    for (const [who, stranger] of strangers) {
      const key = { ...grant, address: { ...talk.address, ...stranger } }
      const mark = { ask: 0, query: 'x', handles: { ref: null, turnId: 'a', ask: 0 } }
      const end = { failure, retryable: false, event: failedEvent(2, false), next: null }
      expectEqual(await store.asking(key, mark), 'lost', `a mark of ${who}`)
      expectKind(await store.renew(key, long), 'lost', `a renewal of ${who}`)
      expectKind(await store.journal(key, replyOf('x')), 'gone', `a reply of ${who}`)
      expectKind(await store.commit(key, commitOf(grant)), 'lost', `a commit of ${who}`)
      expectKind(await store.fail(key, end), 'lost', `a failure of ${who}`)
      await store.release(key)
    }
    expectEqual(await talk.record('a'), grant.record, 'the record after all of that')
    await talk.commit(grant)
    for (const [who, stranger] of strangers) {
      const key = { ...grant, address: { ...talk.address, ...stranger } }
      expectKind(await store.commit(key, commitOf(grant)), 'lost', `a second commit of ${who}`)
    }
  }),
  storeCase(
    ['O1.2'],
    'opens nothing in the place of a conversation of somebody else',
    async talk => {
      const entry = await talk.open()
      const other = talk.as({ user: 'somebody else' })
      expectKind(await other.admit('start', other.opening()), 'unknown', 'a start in its place')
      expectEqual(await talk.admit('start', talk.opening()), { kind: 'done', entry }, 'the owner')
    }
  ),
  storeCase(['O1.2'], 'keeps conversations of one id in two tenants apart', async talk => {
    const other = talk.as({ tenant: 'another tenant' })
    const entries = [await talk.open(), await talk.turn('a')]
    await other.open()
    expectEqual(await talk.store.entries(talk.address, { limit: 9 }), entries, 'the entries')
    expectEqual(await talk.store.erase(talk.address), 'erased', 'the erasure of one')
    expectEqual((await other.head())?.version, 1, 'the other')
  })
]
