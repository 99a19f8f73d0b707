import { type Store, TurnwiseError } from '@turnwise/engine'
import { memoryStore } from '@turnwise/stores/memory'
import { describe, expect, it } from 'vitest'
import { answered, me, openBench } from './harness.ts'

type Journal = Store['journal']

const storeWith = (journal: (own: Journal) => Journal): Store => {
  const store = memoryStore()
  return { ...store, journal: journal(store.journal) }
}

const unavailable = () =>
  new TurnwiseError('ERR_STORE_UNAVAILABLE', 'It is away.', { retryable: true })

/** Says at once that a reply is on its way, and writes it down when the turn has been read. */
const slow =
  (milliseconds: number) =>
  (own: Journal): Journal =>
  async (key, reply, sent) => {
    sent?.()
    await new Promise(resolve => setTimeout(resolve, milliseconds))
    return own(key, reply)
  }

const textsOf = (result: Awaited<ReturnType<Awaited<ReturnType<typeof openBench>>['send']>>) =>
  answered(result).messages.map(({ text }) => text)

describe('the journal', () => {
  it('[O7.3] has a reply on its way before anything reads it', async () => {
    const order: string[] = []
    const store = storeWith(own => (key, reply, sent) => {
      order.push('journal')
      return own(key, reply, () => {
        order.push('sent')
        sent?.()
      })
    })
    const bench = await openBench({
      store,
      observer: ({ event }) => event === 'reply-read' && order.push('read')
    })
    await bench.send(await bench.start('small-talk'), 'hello')
    expect(order).toEqual(['journal', 'read', 'journal', 'read'])
  })

  it('[O7.3] is waited for by the commit, however slow it is', async () => {
    const bench = await openBench({ store: storeWith(slow(30)) })
    const id = await bench.start('small-talk')
    await bench.script({ text: 'the answer' })
    expect(textsOf(await bench.send(id, 'hello'))).toEqual(['the answer'])
    expect(await bench.posts()).toBe(1)
  })

  it.each([
    ['at once', 0],
    ['when the other one has been read already', 30]
  ])('[O7.3] decides which reply counts, told %s', async (_, milliseconds) => {
    const store = storeWith(own => async (key, reply, sent) => {
      // Another worker has read the reply back and was first.
      const activities = reply.activities.map(raw => raw.replace('the answer', 'what counts'))
      await own(key, { ...reply, activities, recovered: true })
      return slow(milliseconds)(own)(key, reply, sent)
    })
    const bench = await openBench({ store })
    const id = await bench.start('small-talk')
    await bench.script({ text: 'the answer' })
    expect(textsOf(await bench.send(id, 'hello'))).toEqual(['what counts'])
    const [entry] = await store.entries({ ...me, conversation: id }, { after: 1, limit: 1 })
    expect(entry?.replies.map(({ recovered }) => recovered)).toEqual([true])
    expect(JSON.stringify(entry)).not.toContain('the answer')
  })

  it('[O7.3] is written to again while the store is away, and the turn ends once', async () => {
    let away = 1
    const store = storeWith(own => async (key, reply, sent) => {
      sent?.()
      if (key.base === 1 && away-- > 0) throw unavailable()
      return own(key, reply)
    })
    const bench = await openBench({ store })
    const id = await bench.start('small-talk')
    expect(answered(await bench.send(id, 'hello')).turn).toBe(2)
    expect(await bench.posts()).toBe(1)
  })

  it('[O7.3] [O10.1] that fails for a second answer fails its turn and nothing else', async () => {
    const unheard: unknown[] = []
    const hear = (error: unknown): void => void unheard.push(error)
    process.on('unhandledRejection', hear)
    const damaged = new TurnwiseError('ERR_CONVERSATION_UNREADABLE', 'It is damaged.')
    const store = storeWith(own => async (key, reply, sent) => {
      if (reply.ask > 0) throw damaged
      return own(key, reply, sent)
    })
    const bench = await openBench({ store })
    const id = await bench.start()
    await bench.script({ style: 'fenced', text: 'Here.', envelope: { travellers: 99 } })
    await expect(bench.send(id, 'two of us')).rejects.toBe(damaged)
    await new Promise(setImmediate)
    process.off('unhandledRejection', hear)
    expect(unheard).toEqual([])
  })

  it('control: a commit that does not say what it has heard goes by the wrong reply', async () => {
    const store = storeWith(own => async (key, reply, sent) => {
      const activities = reply.activities.map(raw => raw.replace('the answer', 'what counts'))
      await own(key, { ...reply, activities })
      return slow(30)(own)(key, reply, sent)
    })
    const careless: Store = {
      ...store,
      commit: (key, request) => store.commit(key, { ...request, heard: [] })
    }
    const bench = await openBench({ store: careless })
    const id = await bench.start('small-talk')
    await bench.script({ text: 'the answer' })
    expect(textsOf(await bench.send(id, 'hello'))).toEqual(['the answer'])
  })
})
