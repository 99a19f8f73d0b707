import { expectEqual, expectKind, expectPresent, within } from '../expect.ts'
import {
  brief,
  commitOf,
  failedEvent,
  failure,
  lapse,
  long,
  replyOf,
  settled
} from './conversation.ts'
import { durableCase, type StoreCase, storeCase } from './harness.ts'

export const erasureCases: readonly StoreCase[] = [
  storeCase(['S4.2'], 'leaves nothing to be read of what is erased', async talk => {
    const { store, address } = talk
    await talk.open()
    await talk.turn('a')
    await talk.granted('b')
    await talk.queued('c')
    expectEqual(await store.erase(address), 'erased', 'the erasure')
    expectEqual(await talk.head(), null, 'the head')
    expectEqual(await store.entries(address, { limit: 9 }), [], 'the entries')
    for (const tid of ['a', 'b', 'c']) expectEqual(await talk.record(tid), null, `record ${tid}`)
    const page = await store.list(address, { cursor: null, limit: 9 })
    expectEqual(page, { heads: [], next: null }, 'the list')
    expectEqual(await store.erase(address), 'unknown', 'the erasure of nothing')
  }),
  storeCase(['S4.2', 'O7.1'], 'cannot be talked into bringing back what is erased', async talk => {
    await talk.open()
    await talk.turn('a')
    await talk.store.erase(talk.address)
    expectKind(await talk.admit('start', talk.opening()), 'gone', 'the same start again')
    expectKind(await talk.admit('new', talk.opening()), 'gone', 'another start')
    expectKind(await talk.admit('a'), 'gone', 'a turn that was committed')
    expectKind(await talk.admit('b'), 'gone', 'a new turn')
    expectEqual(await talk.head(), null, 'the head after all of that')
  }),
  storeCase(['S4.2'], 'tells a holder that the conversation is gone', async talk => {
    const { store } = talk
    await talk.open()
    const grant = await talk.granted('a')
    const stopped = store.untilStopped(talk.address, 'a', new AbortController().signal)
    await settled()
    await store.erase(talk.address)
    await within(1000, stopped, 'the holder that listens')
    const mark = { ask: 0, query: 'x', handles: { ref: null, turnId: 'a', ask: 0 } }
    const end = { failure, retryable: true, event: failedEvent(2, true), next: null }
    expectEqual(await store.asking(grant, mark), 'gone', 'its mark')
    expectEqual(await store.renew(grant, long), { kind: 'lost' }, 'its renewal')
    expectKind(await store.journal(grant, replyOf('x')), 'gone', 'its reply')
    expectKind(await store.commit(grant, commitOf(grant)), 'gone', 'its commit')
    expectKind(await store.fail(grant, end), 'gone', 'its failure')
    await store.release(grant)
    expectEqual(await talk.head(), null, 'the head after all of that')
    expectEqual(await talk.record('a'), null, 'the record after all of that')
  }),
  storeCase(
    ['S4.2'],
    'forgets that there was something once no key of it can come back',
    async talk => {
      await talk.open()
      await talk.store.erase(talk.address)
      await lapse()
      expectKind(await talk.admit('a'), 'unknown', 'a turn')
      await talk.open()
    },
    { idempotencyTtl: brief }
  ),
  durableCase(['S4.2', 'O5.1'], 'keeps in mind what was erased', async (talk, again) => {
    await talk.open()
    await talk.store.erase(talk.address)
    const after = await again()
    expectKind(await after.admit('start', after.opening()), 'gone', 'the same start again')
  })
]

export const retentionCases: readonly StoreCase[] = [
  storeCase(
    ['S4.2'],
    'forgets a conversation that nobody has used for long',
    async talk => {
      await talk.open()
      await lapse()
      expectEqual(await talk.head(), null, 'the head')
      expectEqual(await talk.store.entries(talk.address, { limit: 9 }), [], 'the entries')
      const page = await talk.store.list(talk.address, { cursor: null, limit: 9 })
      expectEqual(page.heads, [], 'the list')
      expectKind(await talk.admit('a'), 'unknown', 'a turn')
      const { turn } = await talk.turn('start', talk.opening())
      expectEqual(turn, 1, 'the first turn when it is opened again')
    },
    { conversationTtl: brief }
  ),
  storeCase(
    ['S4.2'],
    'forgets no conversation under its worker',
    async talk => {
      const grant = await talk.granted('start', talk.opening())
      await lapse()
      expectEqual(
        await talk.store.renew(grant, long),
        { kind: 'renewed', cancel: false },
        'renewal'
      )
      expectKind(await talk.store.journal(grant, replyOf('x')), 'kept', 'the reply')
      await talk.commit(grant)
    },
    { conversationTtl: brief, idempotencyTtl: brief }
  ),
  storeCase(['S4.2'], 'keeps a conversation from its last use on', async talk => {
    const end = async (): Promise<number> =>
      expectPresent((await talk.head())?.expiresAt, 'the end of the conversation')
    await talk.open()
    const opened = await end()
    await lapse()
    const grant = await talk.granted('a')
    const admitted = await end()
    await lapse()
    await talk.commit(grant)
    const committed = await end()
    expectEqual([admitted > opened, committed > admitted], [true, true], 'that the end moves')
    await lapse()
    await talk.head()
    await talk.store.entries(talk.address, { limit: 9 })
    expectEqual(await end(), committed, 'the end after reading')
  }),
  storeCase(
    ['S4.2'],
    'keeps for ever what is to be kept for ever',
    async talk => {
      await talk.open()
      expectEqual((await talk.head())?.expiresAt, null, 'the end of the conversation')
      expectEqual((await talk.record('start'))?.expiresAt, null, 'the end of the record')
    },
    { conversationTtl: 0, idempotencyTtl: 0 }
  )
]
