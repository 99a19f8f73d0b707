import { expectEqual, expectKind } from '../expect.ts'
import { brief, lapse } from './conversation.ts'
import { type StoreCase, storeCase } from './harness.ts'

export const seenCases: readonly StoreCase[] = [
  storeCase(['O7.4'], 'lets a client go on from whatever it has seen', async talk => {
    const first = await talk.open()
    const second = await talk.turn('a', { seen: { version: 1, hash: first.hash } })
    await talk.turn('b', { seen: { version: 1, hash: first.hash } })
    await talk.turn('c', { seen: { version: 2, hash: second.hash } })
  }),
  storeCase(
    ['O7.4'],
    'lets a client go on that has read a conversation before it began',
    async talk => {
      await talk.open()
      await talk.turn('a', { seen: { version: 0, hash: '' } })
      expectKind(await talk.admit('b', { seen: { version: 0, hash: 'x' } }), 'regressed', 'made up')
    }
  ),
  storeCase(['O7.4'], 'tells a client that has seen more than there is', async talk => {
    const { hash } = await talk.open()
    expectKind(await talk.admit('a', { seen: { version: 2, hash } }), 'regressed', 'one ahead')
    expectEqual(await talk.record('a'), null, 'what is kept of its turn')
    expectEqual((await talk.head())?.tid, null, 'the turn in flight')
  }),
  storeCase(['O7.4'], 'tells a client that has seen something else', async talk => {
    const first = await talk.open()
    const second = await talk.turn('a')
    const newest = { version: 2, hash: first.hash }
    expectKind(await talk.admit('b', { seen: newest }), 'regressed', 'in place of the newest')
    await talk.turn('b')
    // Versions that were lost and have grown again have the number, but not the hash.
    const lost = { version: 2, hash: `${second.hash}, lost` }
    expectKind(await talk.admit('c', { seen: lost }), 'regressed', 'in place of an earlier one')
    expectKind(await talk.admit('a', { seen: lost }), 'regressed', 'also for a key that is done')
  }),
  storeCase(['O7.4'], 'tells a client that has seen what is lost as a whole', async talk => {
    const seen = { version: 2, hash: 'lost' }
    expectKind(await talk.admit('a', { seen }), 'regressed', 'a turn')
    expectKind(await talk.admit('b', { seen: { version: 0, hash: '' } }), 'unknown', 'of nothing')
    expectEqual([await talk.head(), await talk.record('a')], [null, null], 'what is kept')
    await talk.open()
    const other = talk.as({ user: 'somebody else' })
    expectKind(await other.admit('a', { seen }), 'regressed', 'of somebody else: as if lost')
  }),
  storeCase(
    ['O7.1', 'O7.4'],
    'finds the entry of a key whose record has expired',
    async talk => {
      const first = await talk.open()
      const entry = await talk.turn('a')
      await talk.turn('b')
      await lapse()
      expectEqual(await talk.record('a'), null, 'the record')
      const seen = { version: 1, hash: first.hash }
      expectEqual(await talk.admit('a', { seen }), { kind: 'done', entry }, 'the repeat')
      expectKind(await talk.admit('new', { seen }), 'granted', 'a new key')
    },
    { idempotencyTtl: brief }
  )
]
