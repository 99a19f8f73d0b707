import { setTimeout } from 'node:timers/promises'
import { type Store, TurnwiseError } from '@turnwise/engine'
import { memoryStore } from '@turnwise/stores/memory'
import { describe, expect, it } from 'vitest'
import { answered, me, openBench } from './harness.ts'

const unavailable = () =>
  Promise.reject(new TurnwiseError('ERR_STORE_UNAVAILABLE', 'away', { retryable: true }))

/** A store some of whose operations cannot be reached while `away` says so. */
const troubled = (names: readonly (keyof Store)[], away: (call: number) => boolean) => {
  const store = memoryStore()
  const calls = new Map<string, number>()
  const trouble: Store = new Proxy(store, {
    get(target, name, receiver) {
      const operation = Reflect.get(target, name, receiver)
      if (!names.includes(name as keyof Store)) return operation
      return (...values: unknown[]) => {
        const call = (calls.get(String(name)) ?? 0) + 1
        calls.set(String(name), call)
        return away(call) ? unavailable() : Reflect.apply(operation, target, values)
      }
    }
  })
  return { store: trouble, calls }
}

const lisbon = 'To Lisbon from 3 to 6 May 2027'

describe('a store that cannot be reached for a moment', () => {
  it.each(['journal', 'commit'] as const)(
    '[O5.1] after the agent has answered: %s is tried again, and the agent is not',
    async name => {
      let trouble = false
      const { store } = troubled([name], call => trouble && call % 3 !== 0)
      const bench = await openBench({ store })
      const id = await bench.start()
      trouble = true
      expect(answered(await bench.send(id, lisbon)).outcome).toBe('committed')
      expect(await bench.posts()).toBe(1)
    }
  )

  it('[O6.1] a commit whose answer is lost leads to the next turn all the same', async () => {
    const store = memoryStore()
    let lose = false
    const commit: Store['commit'] = async (key, request) => {
      const committed = await store.commit(key, request)
      if (!lose) return committed
      lose = false
      return unavailable()
    }
    const bench = await openBench({ store: { ...store, commit }, lease: 20_000 })
    const id = await bench.start('small-talk')
    await bench.script({ delayMs: 150, times: 3 })
    lose = true
    const began = performance.now()
    const results = await Promise.all(['a', 'b', 'c'].map(text => bench.send(id, text)))
    expect(results.map(result => answered(result).turn)).toEqual([2, 3, 4])
    // Nobody had to wait for the lease of a turn that its worker had not heard of.
    expect(performance.now() - began).toBeLessThan(5000)
    expect(await bench.posts()).toBe(3)
  })

  it('[S6.1] while the agent writes: the turn does not notice', async () => {
    let trouble = false
    const { store, calls } = troubled(['publish'], () => trouble)
    const bench = await openBench({ store })
    const id = await bench.start('small-talk')
    await bench.script({ text: 'one two three four', style: 'streamed', stepMs: 30 })
    trouble = true
    const answer = answered(await bench.send(id, 'go on'))
    expect(answer).toMatchObject({ outcome: 'committed' })
    expect(answer.messages[0]?.text).toBe('one two three four')
    expect(calls.get('publish')).toBeGreaterThan(2)
  })

  it('[S6.1] while the agent writes: what was not told is told with what follows', async () => {
    let trouble = false
    const { store } = troubled(['publish'], call => trouble && call % 2 === 1)
    const bench = await openBench({ store })
    const id = await bench.start('small-talk')
    await bench.script({ text: 'one two three four five six', style: 'streamed', stepMs: 40 })
    trouble = true
    const turn = await bench.engine.processUserInput(me, { conversationId: id, text: 'go on' })
    let told = ''
    for await (const event of turn.events(null, new AbortController().signal))
      if (event.event === 'message-delta') told += event.data.text
    expect('one two three four five six'.startsWith(told)).toBe(true)
    expect(told.length).toBeGreaterThan(10)
  })
})

describe('a lease that cannot be renewed', () => {
  it('[O7.3] for longer than it lasts stops its turn, which is resolved without asking', async () => {
    let trouble = true
    const { store, calls } = troubled(['renew'], () => trouble)
    const bench = await openBench({ store, lease: 150 })
    const id = await bench.start('small-talk')
    await bench.script({ delayMs: 900 })
    const sent = bench.send(id, 'hello', 'k')
    await expect.poll(() => calls.get('renew') ?? 0, { timeout: 3000 }).toBeGreaterThan(2)
    // Until the lease is over for certain, and not the next one.
    await setTimeout(100)
    trouble = false
    expect(answered(await sent).turn).toBe(2)
    expect(await bench.posts()).toBe(1)
    const granted = bench.observed.filter(({ event }) => event === 'turn-granted')
    expect(granted.length).toBeGreaterThan(2)
  })

  it('[O7.3] now and then is kept all the same', async () => {
    const { store } = troubled(['renew'], call => call % 2 === 1)
    const bench = await openBench({ store, lease: 300 })
    const id = await bench.start('small-talk')
    await bench.script({ delayMs: 1200 })
    expect(answered(await bench.send(id, 'hello')).outcome).toBe('committed')
    expect(bench.observed.filter(({ event }) => event === 'orphan-resolved')).toEqual([])
    expect(await bench.posts()).toBe(1)
  })
})
