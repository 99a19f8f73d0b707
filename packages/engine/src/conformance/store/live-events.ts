import type { EventsFrom, Store, StoredEvent, TurnEvent } from '../../ports/store.ts'
import type { Address } from '../../ports/stored-conversation.ts'
import { expectEqual, expectKind, expectPresent, within } from '../expect.ts'
import { brief, commitOf, failedEvent, failure, lapse, settled, takesNext } from './conversation.ts'
import { durableCase, type StoreCase, storeCase } from './harness.ts'

const delta = (text: string): TurnEvent => ({
  event: 'message-delta',
  data: { turn: 2, messageId: '2-1', text }
})

/** Follows live events by hand; what does not come in time fails the case. */
const follow = (store: Store, address: Address, from: EventsFrom) => {
  const ended = new AbortController()
  const events = store.events(address, from, ended.signal)[Symbol.asyncIterator]()
  const next = async (): Promise<StoredEvent | null> => {
    const { done, value } = await within(2000, events.next(), 'the next event')
    return done ? null : value
  }
  return {
    next,
    /** The next ones, by name; text in place of the name where there is one. */
    async names(count: number): Promise<string[]> {
      const names: string[] = []
      while (names.length < count) names.push(nameOf(expectPresent(await next(), 'an event')))
      return names
    },
    /** Leaves, and gives what had come until now. */
    async leave(): Promise<string[]> {
      const names: string[] = []
      const rest = async (): Promise<void> => {
        for (let event = await next(); event !== null; event = await next())
          names.push(nameOf(event))
      }
      await Promise.all([rest(), lapse().then(() => ended.abort())])
      return names
    }
  }
}

const nameOf = (event: StoredEvent): string =>
  event.event === 'message-delta' ? event.data.text : event.event

export const liveEventCases: readonly StoreCase[] = [
  storeCase(['O7.1'], 'tells of the beginning and the end of turns by itself', async talk => {
    await talk.open()
    const grant = await talk.granted('a', { lease: brief })
    await lapse()
    const taken = expectKind(await talk.admit('a'), 'orphan', 'takeover').grant
    const end = { failure, retryable: true, event: failedEvent(2, true), next: null }
    await talk.store.fail(taken, end)
    const reader = follow(talk.store, talk.address, '0')
    expectEqual(
      await reader.names(5),
      ['turn-started', 'turn-committed', 'turn-started', 'restart', 'turn-failed'],
      'the events'
    )
    expectEqual(await reader.leave(), [], 'more events')
    expectKind(await talk.store.commit(grant, commitOf(grant)), 'lost', 'the dead holder')
  }),
  storeCase(['O7.1'], 'gives events as they come, with their ids and turns', async talk => {
    await talk.open()
    await talk.granted('a')
    const reader = follow(talk.store, talk.address, null)
    const [first, id] = await Promise.all([
      reader.next(),
      talk.store.publish(talk.address, 'a', delta('one'))
    ])
    expectEqual(first, { ...delta('one'), id, tid: 'a' }, 'one that is waited for')
    await talk.store.publish(talk.address, 'a', delta('two'))
    await talk.store.publish(talk.address, null, delta('three'))
    expectEqual(await reader.names(2), ['two', 'three'], 'those that wait')
    expectEqual(await reader.leave(), [], 'more events')
  }),
  storeCase(['O7.1'], 'wakes a reader for the beginning and the end of a turn', async talk => {
    await talk.open()
    const reader = follow(talk.store, talk.address, null)
    for (const tid of ['a', 'b']) {
      const begun = reader.next()
      await settled()
      const grant = await talk.granted(tid)
      expectEqual((await begun)?.event, 'turn-started', 'what a reader waits for')
      const over = reader.next()
      await settled()
      await talk.store.commit(grant, commitOf(grant))
      expectEqual((await over)?.event, 'turn-committed', 'what a reader waits for then')
    }
  }),
  storeCase(['O7.1'], 'goes on after the id that a reader has', async talk => {
    await talk.open()
    await talk.granted('a')
    const ids: string[] = []
    for (const text of ['one', 'two', 'three'])
      ids.push(await talk.store.publish(talk.address, 'a', delta(text)))
    for (const [index, expected] of [['two', 'three'], ['three'], []].entries()) {
      const reader = follow(talk.store, talk.address, expectPresent(ids[index], 'an id'))
      expectEqual(await reader.names(expected.length), expected, `after number ${index + 1}`)
      expectEqual(await reader.leave(), [], 'more events')
    }
    const late = follow(talk.store, talk.address, expectPresent(ids[2], 'an id'))
    await talk.store.publish(talk.address, 'a', delta('four'))
    expectEqual(await late.names(1), ['four'], 'after the last')
    await late.leave()
  }),
  storeCase(['O7.1'], 'begins with the first event of a turn, past those before it', async talk => {
    await talk.open()
    await talk.turn('a')
    const running = await talk.granted('b')
    await talk.store.publish(talk.address, 'b', delta('one'))
    const reader = follow(talk.store, talk.address, { tid: 'b' })
    expectEqual(await reader.names(2), ['turn-started', 'one'], 'of the turn in flight')
    await talk.commit(running)
    expectEqual(await reader.names(1), ['turn-committed'], 'as it comes')
    await reader.leave()
    const over = follow(talk.store, talk.address, { tid: 'a' })
    expectEqual(await over.names(2), ['turn-started', 'turn-committed'], 'of an old one')
    await over.leave()
  }),
  storeCase(['O7.1'], 'begins with a turn that has not begun when it does', async talk => {
    await talk.open()
    const running = await talk.granted('a')
    await talk.queued('b')
    const reader = follow(talk.store, talk.address, { tid: 'b' })
    const [names] = await Promise.all([
      reader.names(2),
      talk.store.commit(running, commitOf(running, { next: takesNext }))
    ])
    expectEqual(names, ['turn-committed', 'turn-started'], 'the events')
    await reader.leave()
  }),
  storeCase(['O7.1'], 'begins with the last start of a turn that started again', async talk => {
    await talk.open()
    const first = await talk.granted('a')
    await talk.store.publish(talk.address, 'a', delta('of the first'))
    const end = { failure, retryable: true, event: failedEvent(2, true), next: null }
    await talk.store.fail(first, end)
    await talk.granted('a')
    await talk.store.publish(talk.address, 'a', delta('of the second'))
    const reader = follow(talk.store, talk.address, { tid: 'a' })
    expectEqual(await reader.names(2), ['turn-started', 'of the second'], 'the events')
    expectEqual(await reader.leave(), [], 'more events')
  }),
  storeCase(
    ['O7.1'],
    'gives nothing twice and leaves nothing out while events come',
    async talk => {
      await talk.open()
      await talk.granted('a')
      const expected = Array.from({ length: 200 }, (_, index) => String(index))
      const reader = follow(talk.store, talk.address, null)
      const publish = async (): Promise<void> => {
        for (const [index, text] of expected.entries()) {
          await talk.store.publish(talk.address, 'a', delta(text))
          if (index % 50 === 0) await lapse()
        }
      }
      const [heard] = await Promise.all([reader.names(200), publish()])
      expectEqual(heard, expected, 'the events')
      await reader.leave()
    }
  ),
  storeCase(['O7.1'], 'tells a reader to read again whose id it does not know', async talk => {
    await talk.open()
    for (const after of [
      '0-0',
      '1-1',
      '99999999999999-1',
      'x',
      '',
      '-',
      '$',
      '0-0; --',
      '\u0000'
    ]) {
      const reader = follow(talk.store, talk.address, after)
      expectEqual((await reader.next())?.event, 'reset', `after ${JSON.stringify(after)}`)
      expectEqual(await reader.next(), null, 'what follows')
    }
  }),
  storeCase(['O7.1'], 'begins with an event itself', async talk => {
    await talk.open()
    await talk.turn('a')
    const all = follow(talk.store, talk.address, '0')
    await all.names(3)
    const end = expectPresent(await all.next(), 'the end of the turn')
    await all.leave()
    const reader = follow(talk.store, talk.address, { at: end.id })
    expectEqual(await reader.next(), end, 'the event')
    expectEqual(await reader.leave(), [], 'more events')
    const lost = follow(talk.store, talk.address, { at: '1-1' })
    expectEqual((await lost.next())?.event, 'reset', 'one that is not kept')
  }),
  storeCase(['O7.1'], 'goes on from the id of a reset', async talk => {
    await talk.open()
    const reset = expectPresent(await follow(talk.store, talk.address, 'x').next(), 'reset')
    const reader = follow(talk.store, talk.address, reset.id)
    await talk.granted('a')
    expectEqual(await reader.names(1), ['turn-started'], 'the next event')
    await reader.leave()
  }),
  storeCase(['O7.1'], 'ends as soon as a reader leaves', async talk => {
    await talk.open()
    const ended = new AbortController()
    const waiting = talk.store.events(talk.address, null, ended.signal)[Symbol.asyncIterator]()
    const pending = waiting.next()
    ended.abort()
    expectEqual((await within(1000, pending, 'one that waits')).done, true, 'one that waits')

    const between = new AbortController()
    const reading = talk.store.events(talk.address, '0', between.signal)[Symbol.asyncIterator]()
    await reading.next()
    await reading.next()
    between.abort()
    const next = await within(1000, reading.next(), 'one that has read the last event')
    expectEqual(next.done, true, 'one that has read the last event')

    const late = talk.store.events(talk.address, '0', ended.signal)[Symbol.asyncIterator]()
    expectEqual((await within(1000, late.next(), 'one')).done, true, 'one that had left before')
  }),
  storeCase(['O1.2'], 'tells nobody of the events of another conversation', async talk => {
    const others = [
      talk.as({ conversation: `${talk.address.conversation}-other` }),
      talk.as({ tenant: 'another tenant' }),
      talk.as({ user: 'somebody else' })
    ]
    await talk.open()
    const readers = others.flatMap(({ store, address }) => [
      follow(store, address, '0'),
      follow(store, address, null)
    ])
    const speak = async (): Promise<void> => {
      await talk.granted('a')
      await talk.store.publish(talk.address, 'a', delta('secret'))
    }
    const [heard] = await Promise.all([Promise.all(readers.map(reader => reader.leave())), speak()])
    expectEqual(heard.flat(), [], 'what others hear')
  }),
  storeCase(['S4.2'], 'keeps no event of what is erased, and tells its readers', async talk => {
    await talk.open()
    await talk.granted('a')
    const id = await talk.store.publish(talk.address, 'a', delta('secret'))
    const reader = follow(talk.store, talk.address, id)
    const [next] = await Promise.all([reader.next(), talk.store.erase(talk.address)])
    expectEqual(next?.event, 'reset', 'a reader that waits')
    await talk.store.publish(talk.address, 'a', delta('said after the erasure'))
    expectEqual(await follow(talk.store, talk.address, '0').leave(), [], 'what is kept')
  }),
  durableCase(['O7.1', 'O5.1'], 'never gives an id a second time', async (talk, again) => {
    await talk.open()
    const grant = await talk.granted('a', { lease: brief })
    const ids = new Set<string>()
    let current = talk
    for (let start = 0; start < 3; start += 1) {
      for (let index = 0; index < 20; index += 1)
        ids.add(await current.store.publish(talk.address, 'a', delta(`${index}`)))
      current = await again()
    }
    expectEqual(ids.size, 60, 'how many there are')
    expectEqual(grant.base, 1, 'the version')
  }),
  durableCase(
    ['O7.1', 'O5.1'],
    'goes on, or says that it cannot, when it is opened again',
    async (talk, again) => {
      await talk.open()
      await talk.granted('a', { lease: brief })
      const id = await talk.store.publish(talk.address, 'a', delta('one'))
      const after = await again()
      await lapse()
      const reader = follow(after.store, talk.address, id)
      await after.admit('a')
      const [first] = await reader.names(1)
      expectEqual(first === 'restart' || first === 'reset', true, `that ${first} comes next`)
      await reader.leave()
    }
  )
]
