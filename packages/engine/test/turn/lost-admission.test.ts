import { setTimeout } from 'node:timers/promises'
import { type Channel, isTurnwiseError, type Store, TurnwiseError } from '@turnwise/engine'
import { memoryStore } from '@turnwise/stores/memory'
import { describe, expect, it } from 'vitest'
import { answered, openBench } from './harness.ts'

const lease = 300

/** A store that answers the next call of an operation with a failure, after it has been done. */
const forgetful = (unsafe: Partial<Store> = {}) => {
  const store: Store = { ...memoryStore(), ...unsafe }
  const losing = new Set<'admit' | 'adopt'>()
  const away = { now: false }
  const lost = () => {
    throw new TurnwiseError('ERR_STORE_UNAVAILABLE', 'away', { retryable: true })
  }
  const trouble: Store = {
    ...store,
    async admit(request) {
      if (away.now) lost()
      const admission = await store.admit(request)
      return losing.delete('admit') ? lost() : admission
    },
    async adopt(address, worker) {
      if (away.now) lost()
      const grant = await store.adopt(address, worker)
      return losing.delete('adopt') ? lost() : grant
    },
    retract: async (address, owner) => (away.now ? lost() : store.retract(address, owner))
  }
  return { store: trouble, losing, away }
}

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing',
    error => (isTurnwiseError(error) ? error.code : error)
  )

/** A conversation whose next turn is marked with its admission, and the answer to that is lost. */
const lostIn = async (
  trouble: ReturnType<typeof forgetful>,
  options: Parameters<typeof openBench>[0] = {}
) => {
  const bench = await openBench({ store: trouble.store, lease, ...options })
  const id = await bench.start('small-talk')
  await bench.send(id, 'first')
  trouble.losing.add('admit')
  expect(await codeOf(bench.send(id, 'second', 'k'))).toBe('ERR_STORE_UNAVAILABLE')
  expect(await bench.posts()).toBe(1)
  return { bench, id }
}

describe('an admission whose answer is lost', () => {
  it('[O7.3] is taken back, and the same key is answered without waiting for its lease', async () => {
    const { bench, id } = await lostIn(forgetful())
    const began = performance.now()
    expect(answered(await bench.send(id, 'second', 'k'))).toMatchObject({
      outcome: 'committed',
      turn: 3
    })
    expect(performance.now() - began).toBeLessThan(lease)
    expect(await bench.posts()).toBe(2)
  })

  it('control: [O7.3] is taken for sent where it cannot be taken back', async () => {
    const { bench, id } = await lostIn(forgetful({ retract: async () => {} }))
    await setTimeout(lease)
    expect(answered(await bench.send(id, 'second', 'k')).outcome).toBe('uncertain')
    expect(await bench.posts()).toBe(1)
  })

  it('[O7.3] is taken back for another worker, as soon as the store answers', async () => {
    const trouble = forgetful()
    let agent: Channel | undefined
    // No lease runs out here: what is free was taken back.
    const long = 20_000
    const { bench, id } = await lostIn(trouble, {
      lease: long,
      adapt(channel) {
        agent = channel
        return channel
      }
    })
    trouble.away.now = true
    await setTimeout(200)
    trouble.away.now = false
    await expect
      .poll(async () => (await trouble.store.orphans()).map(({ conversation }) => conversation))
      .toEqual([id])
    const adapt = (channel: Channel): Channel => agent ?? channel
    const other = await openBench({ store: trouble.store, lease: long, adapt })
    expect(answered(await other.send(id, 'third')).turn).toBe(4)
    expect(answered(await other.send(id, 'second', 'k')).outcome).toBe('committed')
    expect(await bench.posts()).toBe(3)
  })

  it('[O7.3] does not keep the same worker from answering while the store is away', async () => {
    const trouble = forgetful()
    const { bench, id } = await lostIn(trouble)
    trouble.away.now = true
    expect(await codeOf(bench.send(id, 'second', 'k'))).toBe('ERR_STORE_UNAVAILABLE')
    trouble.away.now = false
    expect(answered(await bench.send(id, 'second', 'k')).outcome).toBe('committed')
  })

  it('[O7.3] leaves no turn behind when it was a takeover', async () => {
    const trouble = forgetful()
    const { bench, id } = await lostIn(trouble)
    await expect.poll(async () => (await trouble.store.orphans()).length).toBe(1)
    trouble.losing.add('adopt')
    await bench.engine.recover()
    await expect.poll(async () => (await trouble.store.orphans()).length).toBe(1)
    await bench.engine.recover()
    await expect
      .poll(
        async () =>
          (await trouble.store.head({ tenant: 'local', user: 'local', conversation: id }))?.version
      )
      .toBe(3)
    expect(answered(await bench.send(id, 'second', 'k')).outcome).toBe('committed')
    expect(await bench.posts()).toBe(2)
  })
})
