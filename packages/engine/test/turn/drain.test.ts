import { defineWorkflow } from '@turnwise/engine'
import { memoryStore } from '@turnwise/stores/memory'
import { describe, expect, it } from 'vitest'
import { answered, me, openBench, snapshot } from './harness.ts'

const workflows = [
  defineWorkflow({
    id: 'small-talk',
    version: 1,
    title: 'Small talk',
    context: { format: 'none' }
  })
]

/** A worker that answers one message for a while, with another one waiting behind it. */
const busy = async () => {
  const store = memoryStore()
  const bench = await openBench({ workflows, store })
  const id = await bench.start('small-talk')
  await bench.script({ delayMs: 600 })
  const first = bench.send(id, 'one', 'first')
  await expect.poll(() => bench.posts()).toBe(1)
  const second = bench.send(id, 'two', 'second')
  const refused = expect(second).rejects.toMatchObject({
    code: 'ERR_SHUTTING_DOWN',
    retryable: true,
    details: { retryAfter: 5 }
  })
  const address = { ...me, conversation: id }
  await expect.poll(async () => (await store.head(address))?.queue.length).toBe(1)
  return { bench, store, id, first, refused }
}

describe('a worker that drains', () => {
  it('[S5.3] finishes what runs, begins nothing, and leaves what waits in its place', async () => {
    const { bench, store, id, first, refused } = await busy()
    const drained = bench.engine.drain(10_000)
    await refused
    await expect(bench.send(id, 'three')).rejects.toMatchObject({ code: 'ERR_SHUTTING_DOWN' })
    expect(answered(await first).turn).toBe(2)
    await drained
    await bench.engine.recover()
    expect(await bench.posts()).toBe(1)
    const head = await store.head({ ...me, conversation: id })
    expect(head).toMatchObject({ version: 2, tid: null, lease: null })
    expect(head?.queue).toHaveLength(1)

    const heir = await openBench({ workflows, store })
    await heir.engine.recover()
    expect(answered(await heir.send(id, 'two', 'second')).turn).toBe(3)
    expect(await heir.posts()).toBe(1)
    const { messages } = (await snapshot(heir, id)) ?? { messages: [] }
    const said = messages.filter(({ role }) => role === 'user').map(({ text }) => text)
    expect(said).toEqual(['one', 'two'])
  })

  it('tells who asks for the answer of the turn that still runs', async () => {
    const { bench, id, first, refused } = await busy()
    const message = { conversationId: id, text: 'one' }
    const repeat = await bench.engine.processUserInput(me, message, { key: 'first' })
    const drained = bench.engine.drain(10_000)
    await refused
    expect(answered(await repeat.result)).toEqual(answered(await first))
    await drained
    expect(await bench.posts()).toBe(1)
  })
})
