import { defineWorkflow, type Store, verifyHistory, type WaitingPolicy } from '@turnwise/engine'
import { memoryStore } from '@turnwise/stores/memory'
import { describe, expect, it } from 'vitest'
import { answered, type Bench, me, openBench, snapshot } from './harness.ts'

const chat = (waiting: WaitingPolicy) =>
  defineWorkflow({
    id: 'small-talk',
    version: 1,
    title: 'Small talk',
    context: { format: 'none' },
    waiting
  })

const open = async (waiting: WaitingPolicy, more: Parameters<typeof openBench>[0] = {}) => {
  const bench = await openBench({ workflows: [chat(waiting)], ...more })
  return { bench, id: await bench.start('small-talk') }
}

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'answered',
    error => error.code
  )

const running = (bench: Bench, count = 1) => expect.poll(() => bench.posts()).toBe(count)

describe('a message that comes while another is answered', () => {
  it('[O6.1] is refused under `reject`, and may come again under the same key', async () => {
    const { bench, id } = await open('reject')
    await bench.script({ delayMs: 1500 })
    const first = bench.send(id, 'one')
    await running(bench)
    const refused = bench.send(id, 'two', 'k')
    await expect(refused).rejects.toMatchObject({
      code: 'ERR_CONVERSATION_BUSY',
      retryable: true,
      details: { retryAfter: expect.any(Number) }
    })
    expect(answered(await first).turn).toBe(2)
    expect(answered(await bench.send(id, 'two', 'k')).turn).toBe(3)
    expect(await bench.posts()).toBe(2)
  })

  it('[O6.1] control: waits under `queue`', async () => {
    const { bench, id } = await open('queue')
    await bench.script({ delayMs: 200 })
    const first = bench.send(id, 'one')
    await running(bench)
    expect(answered(await bench.send(id, 'two')).turn).toBe(3)
    expect(answered(await first).turn).toBe(2)
  })

  it('[O6.1] stops the one that runs under `interrupt`, whose part is kept', async () => {
    const { bench, id } = await open('interrupt')
    await bench.script({ text: 'one two three four five six', style: 'streamed', stepMs: 300 })
    const first = await bench.engine.processUserInput(me, { conversationId: id, text: 'go on' })
    let shown = ''
    for await (const event of first.events(null, new AbortController().signal)) {
      if (event.event !== 'message-delta') continue
      shown += event.data.text
      break
    }
    const began = performance.now()
    const second = answered(await bench.send(id, 'wait, something else'))
    expect(performance.now() - began).toBeLessThan(1000)
    expect(second).toMatchObject({ turn: 3, outcome: 'committed' })
    const stopped = answered(await first.result)
    expect(stopped).toMatchObject({ turn: 2, outcome: 'stopped' })
    expect(shown).not.toBe('')
    expect(stopped.messages[0]?.text?.startsWith(shown)).toBe(true)
    const { messages } = (await snapshot(bench, id)) ?? { messages: [] }
    expect(messages.filter(({ role }) => role === 'user').map(({ text }) => text)).toEqual([
      'go on',
      'wait, something else'
    ])
    const [, entry] = await bench.store.entries(
      { tenant: me.tenant, user: me.user, conversation: id },
      { limit: 9 }
    )
    expect(entry?.replies[0]).toMatchObject({ whole: false })
  })

  it('[O6.1] runs after all that came before it under `interrupt`, and none is lost', async () => {
    const { bench, id } = await open('interrupt')
    await bench.script({ delayMs: 400, times: 8 })
    const texts = ['a', 'b', 'c', 'd']
    const results = await Promise.all(texts.map(text => bench.send(id, text)))
    expect(results.map(result => answered(result).turn)).toEqual([2, 3, 4, 5])
    const { messages } = (await snapshot(bench, id)) ?? { messages: [] }
    expect(messages.filter(({ role }) => role === 'user').map(({ text }) => text)).toEqual(texts)
  })
})

describe('a worker that dies', () => {
  /** A worker whose store stops answering at a moment, as the store of a dead one would. */
  const dying = (store: Store) => {
    let dead = false
    const gone = () => new Promise<never>(() => {})
    const worker = new Proxy(store, {
      get: (target, name, receiver) =>
        dead && name !== 'close' ? gone : Reflect.get(target, name, receiver)
    })
    return {
      worker,
      die: () => {
        dead = true
      }
    }
  }

  it('[O6.1] [O7.3] between a commit and the next turn leaves nobody forgotten', async () => {
    const store = memoryStore()
    const { worker, die } = dying(store)
    const mortal = new Proxy(worker, {
      get: (target, name, receiver) =>
        name === 'commit'
          ? async (...call: Parameters<Store['commit']>) => {
              await store.commit(...call)
              // What was granted with this commit is known to nobody who lives.
              die()
              return new Promise(() => {})
            }
          : Reflect.get(target, name, receiver)
    })
    const survivor = await openBench({ store, lease: 300, workflows: [chat('queue')] })
    const id = await survivor.start('small-talk')
    const dies = await openBench({ store: mortal, lease: 300, workflows: [chat('queue')] })
    await dies.script({ delayMs: 300 })
    void dies.engine.processUserInput(me, { conversationId: id, text: 'one' }, { key: '1' })
    await running(dies)
    const began = performance.now()
    const answers = await Promise.all(
      ['two', 'three', 'four'].map(text => survivor.send(id, text, text))
    )
    expect(answers.map(result => answered(result).turn)).toEqual([3, 4, 5])
    expect(performance.now() - began).toBeLessThan(3000)
    expect(answered(await survivor.send(id, 'one', '1')).turn).toBe(2)
    expect([await dies.posts(), await survivor.posts()]).toEqual([1, 3])
  })

  it('[O7.3] leaves a waiting message that nobody asks for, and a patrol finishes it', async () => {
    const store = memoryStore()
    const { worker, die } = dying(store)
    const survivor = await openBench({ store, lease: 500, workflows: [chat('queue')] })
    const id = await survivor.start('small-talk')
    const mortal = await openBench({ store: worker, lease: 500, workflows: [chat('queue')] })
    await mortal.script({ delayMs: 8000 })
    for (const [key, text] of [
      ['1', 'one'],
      ['2', 'two']
    ] as const)
      void mortal.engine
        .processUserInput(me, { conversationId: id, text }, { key })
        .then(turn => turn.result.catch(() => {}))
    await running(mortal)
    const address = { tenant: me.tenant, user: me.user, conversation: id }
    await expect.poll(async () => (await store.head(address))?.queue.length).toBe(1)
    die()
    await expect.poll(async () => (await store.orphans()).length, { timeout: 6000 }).toBe(1)
    await survivor.engine.recover()
    await expect.poll(async () => (await store.head(address))?.version, { timeout: 8000 }).toBe(3)
    expect(await survivor.posts()).toBe(1)
  })
})

describe('an answer that comes after its turn has ended as uncertain', () => {
  it('[O7.8] is shown as a notice, once, and changes nothing', async () => {
    const store = memoryStore()
    // A worker that is cut off from renewing, and does not notice before the agent has answered.
    const deaf: Store = { ...store, renew: () => new Promise(() => {}) }
    const settings = { lease: 300, workflows: [chat('queue')] }
    const survivor = await openBench({
      store,
      ...settings,
      channelSettings: { recoverDeadline: 1 }
    })
    const id = await survivor.start('small-talk')
    const slow = await openBench({ store: deaf, ...settings })
    await slow.script({ text: 'Here I am after all.', delayMs: 2500 })
    const first = await slow.engine.processUserInput(me, { conversationId: id, text: 'one' })
    await running(slow)
    expect(answered(await survivor.send(id, 'two')).turn).toBe(3)
    expect(answered(await first.result)).toMatchObject({ turn: 2, outcome: 'uncertain' })

    const address = { tenant: me.tenant, user: me.user, conversation: id }
    await expect.poll(async () => (await store.head(address))?.version, { timeout: 8000 }).toBe(4)
    const view = await snapshot(survivor, id)
    expect(view?.messages.slice(-2)).toMatchObject([
      { role: 'system', kind: 'status', text: expect.stringContaining('message 2') },
      { role: 'assistant', text: 'Here I am after all.' }
    ])
    expect(view?.workflowState.turnCount).toBe(2)
    expect(answered(await survivor.send(id, 'three')).turn).toBe(5)
    expect(await slow.posts()).toBe(1)
    expect(await verifyHistory(await store.entries(address, { limit: 9 }))).toEqual([])
  })
})

describe('a message that waited too long', () => {
  it('[O6.2] says when to try again, with a new key', async () => {
    const { bench, id } = await open('queue', { queueWait: 80, lease: 150 })
    await bench.script({ delayMs: 500 })
    const first = bench.send(id, 'one')
    await running(bench)
    const late = await bench.send(id, 'two', 'k')
    expect(late).toMatchObject({
      kind: 'failed',
      failure: { code: 'ERR_QUEUE_TIMEOUT', details: { retryAfter: expect.any(Number) } }
    })
    answered(await first)
    expect(await codeOf(bench.send(id, 'something else', 'k'))).toBe('ERR_IDEMPOTENCY_MISMATCH')
    expect(answered(await bench.send(id, 'two', 'k2')).turn).toBe(3)
  })
})
