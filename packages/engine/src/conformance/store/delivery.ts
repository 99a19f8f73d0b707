import { expectEqual } from '../expect.ts'
import { brief, lapse, long } from './conversation.ts'
import { durableCase, type StoreCase, storeCase } from './harness.ts'

const owing = { deliver: true }

export const deliveryCases: readonly StoreCase[] = [
  storeCase(['O12'], 'owes the delivery of an entry from its commit on', async (talk, store) => {
    await talk.open()
    expectEqual(await store.claimDelivery(talk.address, long), null, 'nothing is owed')
    await talk.commit(await talk.granted('a'), owing)
    await talk.commit(await talk.granted('b'), owing)
    const listed = (await store.undelivered()).filter(
      ({ address }) => address.conversation === talk.address.conversation
    )
    expectEqual(
      listed.map(({ address, from, attempts }) => [address, from, attempts]),
      [[talk.address, 2, 0]],
      'what is listed'
    )
    const claimed = await store.claimDelivery(talk.address, long)
    expectEqual(claimed, { from: 2, attempts: 0 }, 'the first one owed')
    expectEqual(await store.claimDelivery(talk.address, long), null, 'while somebody is at it')
  }),
  storeCase(['O12'], 'moves on past what was delivered, and never back', async (talk, store) => {
    await talk.open()
    for (const tid of ['a', 'b', 'c']) await talk.commit(await talk.granted(tid), owing)
    await store.claimDelivery(talk.address, long)
    await store.delivered(talk.address, 3)
    await store.delivered(talk.address, 2)
    expectEqual(
      await store.claimDelivery(talk.address, long),
      { from: 4, attempts: 0 },
      'the rest is due at once'
    )
    await store.delivered(talk.address, 4)
    expectEqual(await store.claimDelivery(talk.address, long), null, 'when all is delivered')
    await talk.commit(await talk.granted('d'), owing)
    const next = await store.claimDelivery(talk.address, long)
    expectEqual(next, { from: 5, attempts: 0 }, 'the next entry')
  }),
  storeCase(['O12'], 'gives a claim to others when its time is over', async (talk, store) => {
    await talk.open()
    await talk.commit(await talk.granted('a'), owing)
    await store.claimDelivery(talk.address, brief)
    await lapse()
    const again = await store.claimDelivery(talk.address, long)
    expectEqual(again, { from: 2, attempts: 0 }, 'the second claim')
  }),
  storeCase(['O12'], 'counts failed attempts, and waits between them', async (talk, store) => {
    await talk.open()
    await talk.commit(await talk.granted('a'), owing)
    await store.claimDelivery(talk.address, long)
    await store.postponeDelivery(talk.address, 2, long)
    expectEqual(await store.claimDelivery(talk.address, long), null, 'before it is due')
    await store.postponeDelivery(talk.address, 2, null)
    expectEqual(await store.claimDelivery(talk.address, long), null, 'until it is told')
    await store.postponeDelivery(talk.address, 7, 0)
    expectEqual(await store.claimDelivery(talk.address, long), null, 'told of another entry')
    await store.postponeDelivery(talk.address, 2, 0)
    const claimed = await store.claimDelivery(talk.address, long)
    expectEqual(claimed, { from: 2, attempts: 3 }, 'after it is told')
  }),
  storeCase(
    ['O12', 'O1.2', 'O1.4'],
    'keeps to the owner, and ends with an erasure',
    async (talk, store) => {
      await talk.open()
      await talk.commit(await talk.granted('a'), owing)
      const other = { ...talk.address, user: 'somebody else' }
      expectEqual(await store.claimDelivery(other, long), null, "somebody else's claim")
      await store.delivered(other, 2)
      await store.erase(talk.address)
      expectEqual(await store.claimDelivery(talk.address, long), null, 'after the erasure')
      expectEqual(
        (await store.undelivered()).some(({ address }) => address.user === talk.address.user),
        false,
        'what is listed'
      )
    }
  ),
  storeCase(
    ['O12', 'S4.2'],
    'keeps an expired conversation until it is delivered',
    async (talk, store) => {
      await talk.commit(await talk.granted('start', talk.opening()), owing)
      await lapse()
      const claimed = await store.claimDelivery(talk.address, long)
      expectEqual(claimed, { from: 1, attempts: 0 }, 'the claim after its time')
    },
    { conversationTtl: brief }
  ),
  durableCase(['O12'], 'owes it after a death as before', async (talk, again) => {
    await talk.open()
    await talk.commit(await talk.granted('a'), owing)
    const after = await again()
    const claimed = await after.store.claimDelivery(talk.address, long)
    expectEqual(claimed, { from: 2, attempts: 0 }, 'the claim')
  })
]
