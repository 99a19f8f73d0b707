import type { Store } from '@turnwise/engine'
import { memoryStore } from '@turnwise/stores/memory'
import { describe, expect, it } from 'vitest'
import { answered, me, openBench } from './harness.ts'

/** A store on which the commit of one text breaks its worker, unless the turn is given up. */
const breakingOn = (text: string): Store => {
  const store = memoryStore()
  return {
    ...store,
    async commit(key, request) {
      const { input, failure } = request.entry
      const breaks = input.kind === 'text' && input.text === text
      if (breaks && failure?.code !== 'ERR_TURN_POISONED') throw new TypeError('the worker breaks')
      return store.commit(key, request)
    }
  }
}

const lease = 60

describe('a turn that breaks every worker', () => {
  it('[O7.10] is given up after three attempts, asked once, and blocks nobody', async () => {
    const bench = await openBench({ store: breakingOn('poison'), lease })
    const id = await bench.start('small-talk')
    for (let attempt = 1; attempt <= 3; attempt += 1)
      await expect(bench.send(id, 'poison', 'k')).rejects.toThrow('the worker breaks')
    const result = await bench.send(id, 'poison', 'k')
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'ERR_TURN_POISONED' } })
    expect(await bench.send(id, 'poison', 'k')).toEqual({ ...result, replayed: true })
    expect(await bench.posts()).toBe(1)

    // The raw reply is kept with the entry, and the next message goes through.
    const [entry] = await bench.store.entries({ ...me, conversation: id }, { after: 1, limit: 1 })
    expect(entry?.replies[0]?.activities.length).toBeGreaterThan(0)
    expect(answered(await bench.send(id, 'hello')).turn).toBe(3)
  })

  it('[O7.10] is resolved by whoever comes next', async () => {
    const bench = await openBench({ store: breakingOn('poison'), lease })
    const id = await bench.start('small-talk')
    await expect(bench.send(id, 'poison')).rejects.toThrow()
    const next = await Promise.allSettled(
      Array.from({ length: 4 }, (_, index) => bench.send(id, `after ${index}`))
    )
    expect(next.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(answered(await bench.send(id, 'hello')).outcome).toBe('committed')
  })

  it('control: without poison nothing is given up', async () => {
    const bench = await openBench({ store: breakingOn('poison'), lease })
    const id = await bench.start('small-talk')
    expect(answered(await bench.send(id, 'no poison')).outcome).toBe('committed')
  })
})
