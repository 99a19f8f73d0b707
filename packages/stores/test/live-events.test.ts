import type { Store, StoredEvent } from '@turnwise/engine'
import { memoryStore } from '@turnwise/stores/memory'
import { describe, expect, it } from 'vitest'
import { admission, granted } from './turns.ts'

const delta = (text: string) =>
  ({ event: 'message-delta', data: { turn: 1, messageId: '1-0', text } }) as const

const publish = async (store: Store, conversation: string, count: number): Promise<void> => {
  const { address } = admission('', {}, conversation)
  for (let index = 0; index < count; index += 1)
    await store.publish(address, 'start', delta(String(index)))
}

/** Reads what is there already. */
const kept = async (store: Store, conversation: string): Promise<StoredEvent[]> => {
  const { address } = admission('', {}, conversation)
  const enough = new AbortController()
  const events: StoredEvent[] = []
  setTimeout(() => enough.abort(), 100)
  for await (const event of store.events(address, '0', enough.signal)) events.push(event)
  return events
}

const textOf = (event: StoredEvent | undefined): string =>
  event?.event === 'message-delta' ? event.data.text : String(event?.event)

describe('live events in memory', () => {
  it('[O7.1] are the last five thousand of a conversation', async () => {
    const store = memoryStore()
    await granted(store, 'start')
    await publish(store, 'c', 6000)
    const events = await kept(store, 'c')
    expect(events).toHaveLength(5000)
    expect([events[0], events.at(-1)].map(textOf)).toEqual(['1000', '5999'])
    await store.close()
  })

  it('[O7.1] tell a reader that has fallen too far behind to read again', async () => {
    const store = memoryStore()
    const { address } = await granted(store, 'start')
    const reading = store.events(address, '0', new AbortController().signal)
    const reader = reading[Symbol.asyncIterator]()
    expect((await reader.next()).value?.event).toBe('turn-started')
    await publish(store, 'c', 4999)
    expect(textOf((await reader.next()).value)).toBe('0')
    await publish(store, 'c', 5001)
    // The next ones are gone: going on would leave a gap that nobody sees.
    expect((await reader.next()).value?.event).toBe('reset')
    expect((await reader.next()).done).toBe(true)
    await store.close()
  })

  it('[S4.2] are bounded over all conversations, and the least used go first', async () => {
    const store = memoryStore()
    const names = Array.from({ length: 22 }, (_, index) => `conversation-${index}`)
    for (const name of names) {
      await granted(store, 'start', {}, name)
      await publish(store, name, 5000)
    }
    const counts = await Promise.all(names.map(async name => (await kept(store, name)).length))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(100_000)
    expect(counts.slice(0, 2)).toEqual([0, 0])
    expect(counts.slice(2)).toEqual(Array(20).fill(5000))
    await store.close()
  })

  it('[O7.1] end for every reader when the store is closed', async () => {
    const store = memoryStore()
    const { address } = await granted(store, 'start')
    const reading = store.events(address, null, new AbortController().signal)
    const reader = reading[Symbol.asyncIterator]()
    const next = reader.next()
    await store.close()
    expect((await next).value?.event).toBe('reset')
    expect((await reader.next()).done).toBe(true)
  })
})
