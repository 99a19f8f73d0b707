import { expectEqual, expectKind, expectPresent } from '../expect.ts'
import { commitOf, failedEvent, failure, replyOf } from './conversation.ts'
import { type StoreCase, storeCase } from './harness.ts'

const kindsOf = (answers: readonly { kind: string }[]): Record<string, number> =>
  answers.reduce<Record<string, number>>((counts, { kind }) => {
    counts[kind] = (counts[kind] ?? 0) + 1
    return counts
  }, {})

export const admissionCases: readonly StoreCase[] = [
  storeCase(['O6.1'], 'opens a conversation and grants its first turn', async talk => {
    const { grant } = expectKind(await talk.admit('start', talk.opening()), 'granted', 'start')
    const { head, record, base, owner, tid, address } = grant
    expectEqual(
      [base, owner, tid, address, head.version, head.hash, head.title, head.tid, head.queue],
      [0, 'worker-1', 'start', talk.address, 0, '', 'Travel request', 'start', []],
      'the grant'
    )
    expectEqual(
      [record.state, record.attempts, record.base, record.input, record.workflow, record.route],
      ['started', 1, 0, talk.request('start').input, { id: 'travel', version: 1 }, 'start'],
      'the record'
    )
    expectEqual(await talk.head(), head, 'the head that is kept')
    expectEqual(await talk.record('start'), record, 'the record that is kept')
  }),
  storeCase(['O1.2'], 'knows no conversation that nobody has opened', async talk => {
    expectKind(await talk.admit('turn'), 'unknown', 'a turn')
    expectEqual(await talk.head(), null, 'its head')
    expectEqual(await talk.record('turn'), null, 'its record')
    expectEqual(await talk.store.entries(talk.address, { limit: 9 }), [], 'its entries')
  }),
  storeCase(['O6.1'], 'numbers turns without a gap, under fences that rise', async talk => {
    let before = { turn: 0, fence: 0, hash: '' }
    for (const tid of ['start', 'a', 'b', 'c']) {
      const entry = await talk.turn(tid, tid === 'start' ? talk.opening() : {})
      expectEqual(
        [entry.turn, entry.previous, entry.fence > before.fence],
        [before.turn + 1, before.hash, true],
        `entry of ${tid}`
      )
      before = entry
    }
  }),
  storeCase(['O7.1'], 'tells the same key that its turn is running', async talk => {
    await talk.open()
    await talk.granted('a')
    expectEqual(await talk.admit('a', { owner: 'worker-2' }), { kind: 'running', turn: 2 }, 'again')
  }),
  storeCase(['O7.1'], 'answers the same key with its entry, also after later turns', async talk => {
    await talk.open()
    const entry = await talk.turn('a')
    expectEqual(await talk.admit('a'), { kind: 'done', entry }, 'at once')
    await talk.turn('b')
    expectEqual(await talk.admit('a', { owner: 'worker-2' }), { kind: 'done', entry }, 'later')
    expectEqual((await talk.head())?.version, 3, 'the version')
  }),
  storeCase(['O7.1'], 'answers a repeated start with its entry and opens nothing', async talk => {
    const entry = await talk.open()
    await talk.turn('a')
    expectEqual(await talk.admit('start', talk.opening()), { kind: 'done', entry }, 'the repeat')
    expectEqual((await talk.head())?.version, 2, 'the version')
  }),
  storeCase(['O7.1', 'O7.5'], 'answers the same key with its final failure', async talk => {
    await talk.open()
    const grant = await talk.granted('a')
    const end = { failure, retryable: false, event: failedEvent(2, false), next: null }
    expectKind(await talk.store.fail(grant, end), 'failed', 'fail')
    expectEqual(await talk.admit('a'), { kind: 'failed', failure }, 'at once')
    await talk.turn('b')
    expectEqual(await talk.admit('a'), { kind: 'failed', failure }, 'later')
  }),
  storeCase(
    ['O7.1'],
    'lets the same key start again after a failure that undid nothing',
    async talk => {
      await talk.open()
      const first = await talk.granted('a')
      const { store } = talk
      const handles = { ref: 'far-1', turnId: 'a', ask: 0 }
      await store.asking(first, { ask: 0, query: 'query', handles })
      const end = { failure, retryable: true, event: failedEvent(2, true), next: null }
      expectKind(await store.fail(first, end), 'failed', 'fail')
      expectEqual((await talk.record('a'))?.state, 'failed-retryable', 'the state between')
      const second = await talk.granted('a')
      const { state, attempts, queries, replies, failure: kept } = second.record
      expectEqual([state, attempts, queries, replies, kept], ['started', 1, [], [], null], 'record')
      await talk.commit(second)
      expectKind(await talk.admit('a'), 'done', 'after the commit')
    }
  ),
  storeCase(['O7.1'], 'refuses a key that was used for another request', async talk => {
    await talk.open()
    const other = { fingerprint: 'another' }
    await talk.turn('done')
    expectKind(await talk.admit('done', other), 'mismatch', 'of a turn that has ended')
    await talk.granted('running')
    expectKind(await talk.admit('running', other), 'mismatch', 'of the turn that runs')
    await talk.queued('waiting')
    expectKind(await talk.admit('waiting', other), 'mismatch', 'of a turn that waits')
    expectEqual((await talk.head())?.queue, ['waiting'], 'the queue')
  }),
  storeCase(['O7.1'], 'grants a key once, however often it comes at once', async talk => {
    await talk.open()
    const owners = Array.from({ length: 20 }, (_, index) => ({ owner: `worker-${index}` }))
    const answers = await Promise.all(owners.map(owner => talk.admit('a', owner)))
    expectEqual(kindsOf(answers), { granted: 1, running: 19 }, 'the answers')
  }),
  storeCase(
    ['O6.1'],
    'grants one of many turns that come at once and queues the others',
    async talk => {
      await talk.open()
      const tids = Array.from({ length: 10 }, (_, index) => `turn-${index}`)
      const answers = await Promise.all(tids.map(tid => talk.admit(tid)))
      expectEqual(kindsOf(answers), { granted: 1, queued: 9 }, 'the answers')
      const places = answers.flatMap(answer => (answer.kind === 'queued' ? [answer.ahead] : []))
      expectEqual(places.toSorted(), [0, 1, 2, 3, 4, 5, 6, 7, 8], 'the places')
    }
  ),
  storeCase(['O6.1'], 'keeps conversations apart', async talk => {
    const other = talk.as({ conversation: `${talk.address.conversation}-other` })
    await talk.open()
    await other.open()
    const grant = await talk.granted('a')
    await other.turn('a')
    await talk.store.journal(grant, replyOf('mine'))
    expectKind(await talk.store.commit(grant, commitOf(grant)), 'committed', 'commit')
    expectEqual((await other.record('a'))?.late, null, 'what the other one got')
    expectEqual(expectPresent(await other.head(), 'head').version, 2, 'its version')
  })
]
