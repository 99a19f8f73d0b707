import type { CommitRequest } from '../../ports/store.ts'
import { expectEqual, expectKind, expectPresent } from '../expect.ts'
import {
  brief,
  commitOf,
  entryOf,
  failedEvent,
  failure,
  lapse,
  long,
  replyOf,
  stateWith,
  takesNext
} from './conversation.ts'
import { type StoreCase, storeCase } from './harness.ts'

const finalEnd = { failure, retryable: false, event: failedEvent(2, false), next: null }
const mark = { ask: 0, query: 'question', handles: { ref: 'far-1', turnId: 'a', ask: 0 } }

export const endingCases: readonly StoreCase[] = [
  storeCase(['O6.1'], 'appends the entry and advances the head with a commit', async talk => {
    await talk.open()
    const grant = await talk.granted('a')
    await talk.store.asking(grant, mark)
    await talk.store.journal(grant, replyOf('answer'))
    const state = stateWith({ city: 'Lisbon' })
    const { entry } = await talk.commit(grant, { state, ref: 'far-2' })
    const head = expectPresent(await talk.head(), 'head')
    expectEqual(
      [head.version, head.hash, head.state, head.ref, head.lastTurnAt],
      [2, entry.hash, state, 'far-2', entry.at],
      'the head'
    )
    expectEqual([head.tid, head.lease, head.cancel], [null, null, false], 'what is in flight')
    expectEqual(
      await talk.store.entries(talk.address, { after: 1, limit: 9 }),
      [entry],
      'the entries'
    )
    const record = expectPresent(await talk.record('a'), 'record')
    expectEqual([record.state, record.turn], ['entered', 2], 'the record')
  }),
  storeCase(['O7.3'], 'commits on nothing but the replies that count', async talk => {
    await talk.open()
    const grant = await talk.granted('a')
    const first = replyOf('the first')
    const other = replyOf('another', 1)
    const built = (heard: CommitRequest['heard']) =>
      talk.store.commit(grant, commitOf(grant, { heard }))
    expectEqual(await built([first]), { kind: 'unheard' }, 'on what was not journaled')
    await talk.store.journal(grant, first)
    await talk.store.journal(grant, other)
    expectEqual(await built([replyOf('second')]), { kind: 'unheard' }, 'on what came second')
    expectEqual(await built([first, replyOf('2', 1)]), { kind: 'unheard' }, 'on another re-ask')
    expectEqual((await talk.head())?.version, 1, 'the version after all of that')
    expectKind(await built([first, other]), 'committed', 'on what counts')
    expectKind(await built([replyOf('second')]), 'committed', 'whatever, once it has ended')
  }),
  storeCase(['O7.1'], 'answers a second commit with the first entry', async talk => {
    await talk.open()
    const grant = await talk.granted('a')
    const { entry } = await talk.commit(grant)
    const again = expectKind(await talk.store.commit(grant, commitOf(grant)), 'committed', 'again')
    expectEqual(again.entry, entry, 'its entry')
    await talk.turn('b')
    const later = expectKind(await talk.store.commit(grant, commitOf(grant)), 'committed', 'later')
    expectEqual(later.entry, entry, 'its entry')
    expectEqual((await talk.head())?.version, 3, 'the version')
  }),
  storeCase(['O7.1'], 'answers a second failure with the first', async talk => {
    await talk.open()
    const grant = await talk.granted('a')
    const first = await talk.store.fail(grant, finalEnd)
    const other = { ...failure, message: 'Another one.' }
    const second = await talk.store.fail(grant, { ...finalEnd, failure: other, retryable: true })
    expectEqual(second, first, 'the second')
    expectEqual(await talk.admit('a'), { kind: 'failed', failure }, 'the answer to the key')
  }),
  storeCase(['O7.1'], 'fails nothing that has started again meanwhile', async talk => {
    await talk.open()
    const first = await talk.granted('a')
    await talk.store.fail(first, { ...finalEnd, retryable: true })
    const second = await talk.granted('a')
    expectKind(await talk.store.fail(first, finalEnd), 'lost', 'the repeat of the first')
    await talk.commit(second)
  }),
  storeCase(['O6.1', 'O7.1'], 'gives the next grant again to who ended the turn', async talk => {
    await talk.open()
    const grant = await talk.granted('a')
    for (const tid of ['b', 'c', 'd']) await talk.queued(tid)
    const takes = commitOf(grant, { next: takesNext })
    const first = expectKind(await talk.store.commit(grant, takes), 'committed', 'commit')
    const again = expectKind(await talk.store.commit(grant, takes), 'committed', 'the repeat')
    const next = expectPresent(again.next, 'the grant of the repeat')
    expectEqual(next, first.next, 'the grant of the repeat')

    const end = { ...finalEnd, next: takesNext }
    const failed = expectKind(await talk.store.fail(next, end), 'failed', 'failure')
    expectEqual(await talk.store.fail(next, end), failed, 'the repeat of the failure')
    const stale = expectKind(await talk.store.commit(grant, takes), 'committed', 'too late')
    expectEqual(stale.next, null, 'the grant of a repeat when the next turn is over')

    const last = expectPresent(failed.next, 'the grant of the failure')
    await talk.store.renew(last, brief)
    await lapse()
    const taken = expectKind(await talk.admit('c'), 'orphan', 'a takeover by the same worker')
    const repeat = expectKind(await talk.store.fail(next, end), 'failed', 'a repeat after that')
    expectEqual(repeat.next, null, 'its grant: somebody has it')
    await talk.commit(taken.grant)
  }),
  storeCase(
    ['O7.1', 'O7.3'],
    'keeps the next grant from a slow worker of the same name',
    async talk => {
      await talk.open()
      const slow = await talk.granted('a')
      await talk.queued('b')
      await talk.store.renew(slow, brief)
      await lapse()
      const { grant } = expectKind(await talk.admit('a'), 'orphan', 'takeover')
      const takes = commitOf(grant, { next: takesNext })
      const committed = expectKind(await talk.store.commit(grant, takes), 'committed', 'commit')
      expectEqual(committed.next?.tid, 'b', 'the grant')
      const late = expectKind(await talk.store.commit(slow, takes), 'committed', 'the slow one')
      expectEqual(late.next, null, 'its grant')
    }
  ),
  storeCase(['S4.2'], 'keeps nothing in a record that its entry has', async talk => {
    await talk.open()
    for (const end of ['commit', 'failure'] as const) {
      const grant = await talk.granted(end)
      await talk.store.asking(grant, mark)
      await talk.store.journal(grant, replyOf('answer'))
      if (end === 'commit') await talk.commit(grant)
      else await talk.store.fail(grant, finalEnd)
      const { input, queries, replies, handles } = expectPresent(await talk.record(end), 'record')
      expectEqual([input, queries, replies, handles], [null, [], [], null], `after a ${end}`)
    }
  }),
  storeCase(['O8.5'], 'moves a conversation to the workflow of its last entry', async talk => {
    await talk.open()
    const grant = await talk.granted('a')
    await talk.queued('b')
    const workflow = { id: 'travel', version: 2 }
    const entry = entryOf(grant, { workflow })
    const committed = await talk.store.commit(grant, commitOf(grant, { entry, next: takesNext }))
    const next = expectPresent(expectKind(committed, 'committed', 'commit').next, 'next')
    expectEqual([next.head.workflow, next.record.workflow], [workflow, workflow], 'the next turn')
  }),
  storeCase(
    ['O7.1', 'O7.3'],
    'answers a slow worker with the entry of the one that took over',
    async talk => {
      await talk.open()
      const slow = await talk.granted('a', { lease: brief })
      await lapse()
      const { grant } = expectKind(
        await talk.admit('a', { owner: 'worker-2' }),
        'orphan',
        'takeover'
      )
      const { entry } = await talk.commit(grant)
      const answer = expectKind(await talk.store.commit(slow, commitOf(slow)), 'committed', 'late')
      expectEqual(answer.entry, entry, 'its entry')
      expectEqual((await talk.head())?.hash, entry.hash, 'the head')
    }
  ),
  storeCase(['O6.1'], 'commits and fails nothing without the right to', async talk => {
    await talk.open()
    const grant = await talk.granted('a')
    for (const wrong of [
      { fence: grant.fence - 1 },
      { fence: grant.fence + 1 },
      { owner: 'worker-2' },
      { base: grant.base - 1 },
      { base: grant.base + 1 }
    ]) {
      const key = { ...grant, ...wrong }
      const what = JSON.stringify(wrong)
      const request = commitOf(grant, { entry: entryOf(grant, { turn: key.base + 1 }) })
      expectKind(await talk.store.commit(key, request), 'lost', `a commit with ${what}`)
      expectKind(await talk.store.fail(key, finalEnd), 'lost', `a failure with ${what}`)
    }
    expectEqual((await talk.head())?.version, 1, 'the version after all of that')
    expectEqual((await talk.record('a'))?.state, 'started', 'the state of the turn')
    await talk.commit(grant)
  }),
  storeCase(['O7.1'], 'leaves no entry of a turn that failed without one', async talk => {
    const { hash } = await talk.open()
    for (const retryable of [true, false]) {
      const tid = retryable ? 'a' : 'b'
      const end = { failure, retryable, event: failedEvent(2, retryable), next: null }
      const failed = await talk.store.fail(await talk.granted(tid), end)
      expectEqual(failed, { kind: 'failed', failure, retryable, next: null }, `failure of ${tid}`)
      const record = expectPresent(await talk.record(tid), 'record')
      expectEqual(
        [record.state, record.failure, record.turn],
        [retryable ? 'failed-retryable' : 'failed-final', failure, null],
        `the record of ${tid}`
      )
    }
    const head = expectPresent(await talk.head(), 'head')
    expectEqual([head.version, head.hash, head.tid, head.lease], [1, hash, null, null], 'the head')
  }),
  storeCase(['O7.5'], 'never leaves the end of a turn that has an entry', async talk => {
    await talk.open()
    const grant = await talk.granted('a')
    const { entry } = await talk.commit(grant)
    const { store, address } = talk
    expectKind(await store.fail(grant, finalEnd), 'lost', 'a failure')
    expectEqual(await store.asking(grant, mark), 'lost', 'a mark')
    expectEqual(await store.withdraw(address, 'a', failure), 'not-waiting', 'a withdrawal')
    expectEqual(await store.renew(grant, long), { kind: 'lost' }, 'a renewal')
    await store.release(grant)
    expectEqual(await store.stop(address), false, 'a stop')
    expectEqual((await talk.record('a'))?.state, 'entered', 'the state')
    expectEqual(await talk.admit('a'), { kind: 'done', entry }, 'the answer to the key')
  }),
  storeCase(['O7.5'], 'never leaves a final failure', async talk => {
    await talk.open()
    const grant = await talk.granted('a')
    const { store, address } = talk
    await store.fail(grant, finalEnd)
    expectKind(await store.commit(grant, commitOf(grant)), 'lost', 'a commit')
    expectEqual(await store.asking(grant, mark), 'lost', 'a mark')
    expectKind(await store.journal(grant, replyOf('late')), 'late', 'a reply')
    expectEqual(await store.withdraw(address, 'a', failure), 'not-waiting', 'a withdrawal')
    expectEqual((await talk.record('a'))?.state, 'failed-final', 'the state')
    expectEqual(await talk.admit('a'), { kind: 'failed', failure }, 'the answer to the key')
    expectEqual((await talk.head())?.version, 1, 'the version')
  })
]
