import { type Budget, type Store, TurnwiseError } from '@turnwise/engine'
import { readQuery } from '@turnwise/schema'
import { memoryStore } from '@turnwise/stores/memory'
import { describe, expect, it } from 'vitest'
import { type Bench, openBench } from './harness.ts'

/** A store that writes down what marks a question, and whether that has been answered yet. */
const watched = (store: Store) => {
  const marks: string[] = []
  const wrapped: Store = {
    ...store,
    async admit(request) {
      const admission = await store.admit(request)
      if (admission.kind === 'granted' && admission.marked) marks.push('admit')
      return admission
    },
    async asking(key, mark) {
      const marked = await store.asking(key, mark)
      marks.push('asking')
      return marked
    }
  }
  return { store: wrapped, marks }
}

const lastQuery = async (bench: Bench) => {
  const { requests } = await bench.log()
  return readQuery(requests.findLast(({ kind }) => kind === 'turn')?.text ?? '')
}

describe('a question that is written before its turn is admitted', () => {
  it('[O7.3] is marked with the admission, and the agent is asked only then', async () => {
    const { store, marks } = watched(memoryStore())
    const before: string[][] = []
    const bench = await openBench({
      store,
      adapt: channel => ({
        ...channel,
        send(...call) {
          before.push([...marks])
          return channel.send(...call)
        }
      })
    })
    const id = await bench.start()
    await bench.send(id, 'To Lisbon')
    await bench.send(id, 'for two')
    expect(marks).toEqual(['asking', 'admit', 'admit'])
    expect(before).toEqual([
      ['asking', 'admit'],
      ['asking', 'admit', 'admit']
    ])
    const query = await lastQuery(bench)
    expect([query.turnNumber, query.collectedData]).toEqual([2, { destination: 'Lisbon' }])
    const built = bench.observed.filter(({ event }) => event === 'context-built')
    expect(built).toHaveLength(2)
  })

  it('[O7.3] is written anew when another worker has taken a turn meanwhile', async () => {
    const { store, marks } = watched(memoryStore())
    const bench = await openBench({ store })
    const other = await openBench({ store })
    const id = await bench.start()
    await bench.send(id, 'To Lisbon')
    await other.send(id, 'for two')
    marks.length = 0
    await bench.send(id, 'from 3 to 6 May 2027')
    expect(marks).toEqual(['asking'])
    const query = await lastQuery(bench)
    expect([query.turnNumber, query.collectedData]).toEqual([
      3,
      { destination: 'Lisbon', travellers: 2 }
    ])
    const built = bench.observed.filter(({ event }) => event === 'context-built')
    expect(built).toHaveLength(2)
  })

  it('[O7.1] is charged when it is asked, once, and not when its key is answered already', async () => {
    let charged = 0
    let allowed = true
    const budget: Budget = {
      async charge() {
        charged += 1
        return allowed ? { allowed } : { allowed, retryAfter: 7 }
      }
    }
    const { store, marks } = watched(memoryStore())
    const bench = await openBench({ store, budget })
    const id = await bench.start()
    await bench.send(id, 'To Lisbon', 'key-1')
    expect([charged, marks.at(-1)]).toEqual([2, 'admit'])
    await bench.send(id, 'To Lisbon', 'key-1')
    expect(charged).toBe(2)

    await bench.send(id, 'for two', 'key-2')
    allowed = false
    const posts = await bench.posts()
    await expect(bench.send(id, 'from 3 to 6 May 2027', 'key-3')).rejects.toMatchObject({
      code: 'ERR_BUDGET_EXCEEDED'
    })
    expect([await bench.posts(), marks.at(-1)]).toEqual([posts, 'admit'])
    allowed = true
    await bench.send(id, 'from 3 to 6 May 2027', 'key-3')
    expect(await bench.posts()).toBe(posts + 1)
  })

  it('[O7.3] is not sent by who finds it marked: nobody knows whether it was', async () => {
    const inner = memoryStore()
    let lost = false
    const store: Store = {
      ...inner,
      async admit(request) {
        const admission = await inner.admit(request)
        if (lost) throw new TurnwiseError('ERR_STORE_UNAVAILABLE', 'The answer was lost.')
        return admission
      },
      // As if the worker that knows better were gone.
      async retract() {}
    }
    const bench = await openBench({ store, lease: 50 })
    const id = await bench.start()
    lost = true
    await expect(bench.send(id, 'To Lisbon', 'key')).rejects.toMatchObject({
      code: 'ERR_STORE_UNAVAILABLE'
    })
    lost = false
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(await bench.send(id, 'To Lisbon', 'key')).toMatchObject({
      answer: { outcome: 'uncertain' }
    })
    expect(await bench.posts()).toBe(0)
  })
})
