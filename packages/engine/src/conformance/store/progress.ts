import { expectEqual, expectKind, expectPresent } from '../expect.ts'
import {
  brief,
  commitOf,
  failedEvent,
  failure,
  lapse,
  long,
  replyOf,
  takesNext
} from './conversation.ts'
import { type StoreCase, storeCase } from './harness.ts'

const handles = { ref: 'far-1', turnId: 'a', ask: 0 }

export const progressCases: readonly StoreCase[] = [
  storeCase(['O7.3'], 'marks what is about to be sent', async talk => {
    await talk.open()
    const grant = await talk.granted('a')
    const { store } = talk
    const first = { ask: 0, query: 'question', handles }
    expectEqual(await store.asking(grant, first), 'marked', 'the mark')
    const asked = expectPresent(await talk.record('a'), 'record')
    expectEqual(
      [asked.state, asked.queries, asked.handles],
      ['asking', ['question'], handles],
      'what is kept'
    )
    expectEqual(await store.asking(grant, first), 'marked', 'the same mark')
    expectEqual((await talk.record('a'))?.queries, ['question'], 'what is kept of two')
    const second = { ask: 1, query: 're-ask', handles: { ...handles, ask: 1 } }
    expectEqual(await store.asking(grant, second), 'marked', 'the next mark')
    const asked2 = expectPresent(await talk.record('a'), 'record')
    expectEqual(
      [asked2.queries, asked2.handles],
      [['question', 're-ask'], second.handles],
      'both asks'
    )
  }),
  storeCase(['O7.3'], 'marks with the admission what was written on the last entry', async talk => {
    await talk.open()
    const head = expectPresent(await talk.head(), 'the head that is known')
    const ahead = { head, mark: { ask: 0, query: 'question', handles } }
    const admitted = expectKind(await talk.admit('a', { ahead }), 'granted', 'the turn')
    const { grant } = admitted
    expectEqual(admitted.marked, true, 'whether it is marked')
    expectEqual(
      [grant.record.state, grant.record.queries, grant.record.handles],
      ['asking', ['question'], handles],
      'what is marked'
    )
    expectEqual(await talk.record('a'), grant.record, 'the record that is kept')
    expectEqual(await talk.head(), grant.head, 'the head that is kept')
    const reply = replyOf('Hi')
    expectKind(await talk.store.journal(grant, reply), 'kept', 'its reply')
    await talk.commit(grant, { heard: [reply] })
  }),
  storeCase(['O7.3'], 'marks nothing that was written on another entry', async talk => {
    await talk.open()
    const old = expectPresent(await talk.head(), 'the head that is known')
    const mark = { ask: 0, query: 'question', handles }
    await talk.turn('a')
    for (const head of [old, { ...old, hash: '' }]) {
      const admitted = expectKind(
        await talk.admit('b', { ahead: { head, mark } }),
        'granted',
        'the turn'
      )
      const { grant } = admitted
      expectEqual(admitted.marked, false, 'whether it is marked')
      expectEqual([grant.base, grant.record.state], [2, 'started'], 'what is granted')
      expectEqual(await talk.record('b'), grant.record, 'the record that is kept')
      expectEqual(await talk.head(), grant.head, 'the head that is kept')
      const end = { failure, retryable: true, event: failedEvent(3, true), next: null }
      await talk.store.fail(grant, end)
    }
  }),
  storeCase(['O7.3'], 'marks nothing on a conversation without an entry', async talk => {
    const start = await talk.granted('start', talk.opening())
    const end = { failure, retryable: true, event: failedEvent(1, true), next: null }
    await talk.store.fail(start, end)
    const ahead = { head: start.head, mark: { ask: 0, query: 'question', handles } }
    const again = expectKind(
      await talk.admit('start', { ...talk.opening(), ahead }),
      'granted',
      'the start'
    )
    expectEqual([again.marked, again.grant.record.state], [false, 'started'], 'what is granted')
  }),
  storeCase(['O7.3'], 'marks nothing of a turn that waits, or that was left behind', async talk => {
    await talk.open()
    const head = expectPresent(await talk.head(), 'the head that is known')
    const ahead = { head, mark: { ask: 0, query: 'question', handles } }
    const left = await talk.granted('a')
    expectKind(await talk.admit('b', { ahead }), 'queued', 'who comes second')
    await talk.store.renew(left, brief)
    await lapse()
    const orphan = expectKind(await talk.admit('b', { ahead }), 'orphan', 'who comes again')
    expectEqual([orphan.grant.tid, orphan.grant.record.state], ['a', 'started'], 'the orphan')
    const end = { failure, retryable: true, event: failedEvent(2, true), next: null }
    expectKind(await talk.store.fail(left, end), 'lost', 'an end by who lost it')
    await talk.store.fail(orphan.grant, end)
    const waited = expectKind(await talk.admit('b', { ahead }), 'granted', 'who has waited')
    expectEqual([waited.marked, waited.grant.record.state], [false, 'started'], 'what is granted')
  }),
  storeCase(['O7.3'], 'takes back what nobody heard the grant of, as not sent', async talk => {
    await talk.open()
    const { store, address } = talk
    const head = expectPresent(await talk.head(), 'the head that is known')
    const ahead = { head, mark: { ask: 0, query: 'question', handles } }
    const lost = await talk.granted('a', { owner: 'call-1', ahead })
    for (const owner of ['call-2', '']) await store.retract(address, owner)
    expectKind(await talk.admit('a', { owner: 'call-3' }), 'running', 'after what others took back')
    await store.retract({ ...address, user: 'somebody else' }, 'call-1')
    expectKind(await talk.admit('a', { owner: 'call-3' }), 'running', 'after somebody else did')
    for (const time of ['first', 'second']) {
      await store.retract(address, 'call-1')
      const record = expectPresent(await talk.record('a'), `the record after the ${time} time`)
      expectEqual(
        [record.state, record.attempts, record.queries, record.handles],
        ['started', 0, [], null],
        `what is kept after the ${time} time`
      )
    }
    expectKind(await store.commit(lost, commitOf(lost)), 'lost', 'a commit under that grant')
    const { grant } = expectKind(await talk.admit('a', { owner: 'call-4' }), 'orphan', 'the key')
    expectEqual([grant.tid, grant.record.attempts], ['a', 1], 'its grant')
    await talk.commit(grant)
    await store.retract(address, 'call-4')
    expectEqual((await talk.record('a'))?.state, 'entered', 'the state of an ended turn')
  }),
  storeCase(
    ['O7.3'],
    'takes back a takeover that nobody heard of, but not its mark',
    async talk => {
      await talk.open()
      const { store, address } = talk
      const dead = await talk.granted('a', { lease: brief })
      await store.asking(dead, { ask: 0, query: 'question', handles })
      await lapse()
      expectKind(await talk.admit('b', { owner: 'call-1' }), 'orphan', 'the takeover')
      await store.retract(address, 'call-1')
      const orphan = expectPresent(
        await store.adopt(address, { owner: 'call-2', lease: long }),
        'the next takeover'
      )
      const { state, attempts, queries } = orphan.record
      expectEqual([state, attempts, queries], ['asking', 2, ['question']], 'what was sent')
      await store.retract(address, 'call-1')
      expectEqual(
        await store.renew(orphan, long),
        { kind: 'renewed', cancel: false },
        'whoever took it over'
      )
    }
  ),
  storeCase(['O7.3'], 'takes back the opening of a conversation', async talk => {
    await talk.granted('start', { ...talk.opening(), owner: 'call-1' })
    await talk.store.retract(talk.address, 'call-1')
    const again = await talk.admit('start', { ...talk.opening(), owner: 'call-2' })
    const { grant } = expectKind(again, 'orphan', 'the opening')
    expectEqual([grant.tid, grant.record.attempts], ['start', 1], 'its grant')
    await talk.commit(grant)
  }),
  storeCase(['O7.3'], 'marks and renews nothing without the right to', async talk => {
    await talk.open()
    const grant = await talk.granted('a')
    const mark = { ask: 0, query: 'question', handles }
    for (const wrong of [
      { fence: grant.fence - 1 },
      { fence: grant.fence + 1 },
      { owner: 'worker-2' },
      { base: grant.base - 1 },
      { tid: 'b' }
    ]) {
      const key = { ...grant, ...wrong }
      const what = JSON.stringify(wrong)
      expectEqual(await talk.store.asking(key, mark), 'lost', `a mark with ${what}`)
      expectEqual(await talk.store.renew(key, long), { kind: 'lost' }, `renewal with ${what}`)
      await talk.store.release(key)
    }
    expectKind(await talk.admit('a'), 'running', 'the turn after all of that')
    expectEqual((await talk.record('a'))?.state, 'started', 'its state')
    await talk.commit(grant)
    expectEqual(await talk.store.asking(grant, mark), 'lost', 'a mark after the end')
    expectEqual(await talk.store.renew(grant, long), { kind: 'lost' }, 'renewal after the end')
  }),
  storeCase(['O7.3'], 'keeps a lease alive that is renewed', async talk => {
    await talk.open()
    const grant = await talk.granted('a', { lease: brief })
    expectEqual(
      await talk.store.renew(grant, long),
      { kind: 'renewed', cancel: false },
      'the renewal'
    )
    await lapse()
    expectKind(await talk.admit('a', { owner: 'worker-2' }), 'running', 'the turn')
    expectKind(await talk.admit('b', { owner: 'worker-2' }), 'queued', 'another turn')
  }),
  storeCase(['O7.3'], 'lets a late holder go on as long as nobody has taken over', async talk => {
    await talk.open()
    const grant = await talk.granted('a', { lease: brief })
    await lapse()
    const mark = { ask: 0, query: 'question', handles }
    expectEqual(await talk.store.asking(grant, mark), 'marked', 'the mark')
    expectKind(await talk.store.renew(grant, brief), 'renewed', 'the renewal')
    await lapse()
    await talk.commit(grant)
  }),
  storeCase(
    ['O7.3'],
    'gives a released turn to the next who asks, without counting',
    async talk => {
      await talk.open()
      const grant = await talk.granted('a')
      await talk.store.release(grant)
      expectEqual(
        await talk.store.renew(grant, long),
        { kind: 'lost' },
        'renewal by who gave it up'
      )
      const orphan = expectKind(await talk.admit('b', { owner: 'worker-2' }), 'orphan', 'the next')
      expectEqual([orphan.grant.tid, orphan.grant.record.attempts], ['a', 1], 'its grant')
      expectKind(
        await talk.store.commit(grant, commitOf(grant)),
        'lost',
        'commit by who gave it up'
      )
      await talk.commit(orphan.grant)
    }
  ),
  storeCase(['O7.2'], 'keeps a reply as it came', async talk => {
    await talk.open()
    const grant = await talk.granted('a')
    const reply = {
      ...replyOf('Hi'),
      activities: ['{ "type":"message",\n\t"text":"\\u00fc" }', '']
    }
    expectEqual(await talk.store.journal(grant, reply), { kind: 'kept', reply }, 'the answer')
    const record = expectPresent(await talk.record('a'), 'record')
    expectEqual([record.state, record.replies], ['replied', [reply]], 'what is kept')
  }),
  storeCase(
    ['O7.2'],
    'lets the first reply of an ask win and gives it to everybody',
    async talk => {
      await talk.open()
      const grant = await talk.granted('a')
      const [first, second, reask] = [replyOf('first'), replyOf('second'), replyOf('re-ask', 1)]
      expectKind(await talk.store.journal(grant, first), 'kept', 'the first')
      expectEqual(
        await talk.store.journal(grant, second),
        { kind: 'earlier', reply: first },
        'the second'
      )
      expectEqual(await talk.store.journal(grant, reask), { kind: 'kept', reply: reask }, 're-ask')
      expectEqual((await talk.record('a'))?.replies, [first, reask], 'what is kept')
    }
  ),
  storeCase(['O7.2'], 'keeps a reply whoever holds the turn by now', async talk => {
    await talk.open()
    const slow = await talk.granted('a', { lease: brief })
    await lapse()
    const taken = expectKind(await talk.admit('a', { owner: 'worker-2' }), 'orphan', 'takeover')
    const [first, second] = [replyOf('first'), replyOf('second')]
    expectKind(await talk.store.journal(slow, first), 'kept', 'by who lost the turn')
    expectEqual(
      await talk.store.journal(taken.grant, second),
      { kind: 'earlier', reply: first },
      'by who has it'
    )
  }),
  storeCase(['O7.2', 'O7.5'], 'keeps a reply that comes after the end as late', async talk => {
    await talk.open()
    const { store } = talk
    const grant = await talk.granted('a')
    const { entry } = await talk.commit(grant)
    expectKind(await store.journal(grant, replyOf('late')), 'late', 'after the commit')
    expectKind(await store.journal(grant, replyOf('later')), 'late', 'once more')
    const record = expectPresent(await talk.record('a'), 'record')
    expectEqual([record.state, record.late], ['entered', replyOf('late')], 'what is kept')
    expectEqual(await talk.admit('a'), { kind: 'done', entry }, 'the answer to the key')

    const failing = await talk.granted('b')
    const end = { failure, retryable: false, event: failedEvent(3, false), next: takesNext }
    await store.fail(failing, end)
    expectKind(await store.journal(failing, replyOf('late')), 'late', 'after a failure')
    expectEqual(await talk.admit('b'), { kind: 'failed', failure }, 'the answer to that key')
  }),
  storeCase(['O7.2'], 'takes no reply to a turn on another version', async talk => {
    await talk.open()
    const first = await talk.granted('a')
    const end = { failure, retryable: true, event: failedEvent(2, true), next: null }
    await talk.store.fail(first, end)
    await talk.turn('b')
    const second = await talk.granted('a')
    expectKind(await talk.store.journal(first, replyOf('old')), 'late', 'of the first attempt')
    expectKind(await talk.store.journal(second, replyOf('new')), 'kept', 'of the second')
  }),
  storeCase(['O7.2'], 'takes no reply to a turn that nobody knows', async talk => {
    await talk.open()
    const key = { address: talk.address, tid: 'nobody', base: 1 }
    expectKind(await talk.store.journal(key, replyOf('x')), 'gone', 'the answer')
  })
]
