import { expectEqual, expectKind, expectPresent, within } from '../expect.ts'
import { brief, commitOf, lapse, long, settled, takesNext } from './conversation.ts'
import { type StoreCase, storeCase } from './harness.ts'

const atOnce = 1000

export const stopCases: readonly StoreCase[] = [
  storeCase(['O6.1'], 'tells the holder to stop, and whether there is one', async talk => {
    const { store, address } = talk
    await talk.open()
    expectEqual(await store.stop(address), false, 'with nothing in flight')
    const grant = await talk.granted('a')
    const before = await store.renew(grant, long)
    expectEqual(before, { kind: 'renewed', cancel: false }, 'the holder before')
    expectEqual(await store.stop(address), true, 'with a turn in flight')
    const after = await store.renew(grant, long)
    expectEqual(after, { kind: 'renewed', cancel: true }, 'the holder after')
    expectEqual(await store.stop(address), true, 'once more')
  }),
  storeCase(['O6.1'], 'wakes the holder within a second', async talk => {
    const { store, address } = talk
    await talk.open()
    await talk.granted('a')
    const { signal } = new AbortController()
    const stopped = store.untilStopped(address, 'a', signal)
    await settled()
    await store.stop(address)
    await within(atOnce, stopped, 'the holder that listens')
    await within(atOnce, store.untilStopped(address, 'a', signal), 'one that listens too late')
  }),
  storeCase(['O6.1'], 'wakes the holder that is interrupted', async talk => {
    await talk.open()
    await talk.granted('a')
    const stopped = talk.store.untilStopped(talk.address, 'a', new AbortController().signal)
    await settled()
    await talk.queued('b', { waiting: 'interrupt' })
    await within(atOnce, stopped, 'the holder that listens')
  }),
  storeCase(['O6.1'], 'lets a holder go that no longer listens', async talk => {
    await talk.open()
    await talk.granted('a')
    const ended = new AbortController()
    const stopped = talk.store.untilStopped(talk.address, 'a', ended.signal)
    await lapse()
    ended.abort()
    await within(atOnce, stopped, 'the listening')
    await within(
      atOnce,
      talk.store.untilStopped(talk.address, 'a', ended.signal),
      'listening that never began'
    )
  }),
  storeCase(['O6.1'], 'stops no turn but the one in flight', async talk => {
    const { store, address } = talk
    await talk.open()
    const grant = await talk.granted('a')
    await talk.queued('b')
    const ended = new AbortController()
    let woken = false
    const other = store.untilStopped(address, 'b', ended.signal).then(() => {
      woken = !ended.signal.aborted
    })
    await store.stop(address)
    await settled()
    expectEqual(woken, false, 'whether the waiting turn was woken')
    const committed = await store.commit(grant, commitOf(grant, { next: takesNext }))
    const next = expectPresent(expectKind(committed, 'committed', 'commit').next, 'next')
    const renewed = await store.renew(next, long)
    expectEqual(renewed, { kind: 'renewed', cancel: false }, 'the next holder')
    ended.abort()
    await within(atOnce, other, 'the listening')
  }),
  storeCase(['O6.1', 'O7.3'], 'tells also a holder that takes the turn over', async talk => {
    await talk.open()
    await talk.granted('a', { lease: brief })
    await talk.store.stop(talk.address)
    await lapse()
    const { grant } = expectKind(await talk.admit('b'), 'orphan', 'takeover')
    const renewed = await talk.store.renew(grant, long)
    expectEqual(renewed, { kind: 'renewed', cancel: true }, 'the holder')
  })
]
