import { expectEqual, expectKind, expectPresent } from '../expect.ts'
import {
  brief,
  type Conversation,
  commitOf,
  failedEvent,
  failure,
  lapse,
  long,
  takesNext
} from './conversation.ts'
import { type StoreCase, storeCase } from './harness.ts'

/** An open conversation with one turn in flight and others waiting. */
const busyWith = async (talk: Conversation, ...waiting: readonly string[]) => {
  await talk.open()
  const grant = await talk.granted('running')
  for (const tid of waiting) await talk.queued(tid)
  return grant
}

const timedOut = async (talk: Conversation, tid: string): Promise<void> => {
  const answer = expectKind(await talk.admit(tid), 'failed', `${tid} afterwards`)
  expectEqual(answer.failure.code, 'ERR_QUEUE_TIMEOUT', `what ${tid} is told`)
}

export const queueCases: readonly StoreCase[] = [
  storeCase(['O6.1'], 'queues turns in the order of their admission', async talk => {
    await busyWith(talk)
    expectEqual(await talk.queued('a'), 0, 'ahead of the first')
    expectEqual(await talk.queued('b'), 1, 'ahead of the second')
    expectEqual(await talk.queued('c'), 2, 'ahead of the third')
    expectEqual(await talk.queued('b', { owner: 'worker-2' }), 1, 'ahead of the second, again')
    expectEqual((await talk.head())?.queue, ['a', 'b', 'c'], 'the queue')
    expectEqual((await talk.record('b'))?.state, 'waiting', 'the state of one that waits')
  }),
  storeCase(['O6.1'], 'grants the head of the queue with the commit before it', async talk => {
    let grant = await busyWith(talk, 'a', 'b', 'c')
    for (const tid of ['a', 'b', 'c']) {
      const committed = await talk.store.commit(grant, commitOf(grant, { next: takesNext }))
      const next = expectKind(committed, 'committed', `commit before ${tid}`).next
      const before = grant
      grant = expectPresent(next, `the grant of ${tid}`)
      expectEqual(
        [grant.tid, grant.base, grant.owner, grant.record.state, grant.fence > before.fence],
        [tid, before.base + 1, before.owner, 'started', true],
        `the grant of ${tid}`
      )
      expectKind(await talk.admit(tid), 'running', `${tid} as its own request sees it`)
    }
    const last = await talk.store.commit(grant, commitOf(grant, { next: takesNext }))
    expectEqual(expectKind(last, 'committed', 'the last commit').next, null, 'its next')
  }),
  storeCase(['O6.1'], 'grants the head of the queue with the failure before it', async talk => {
    const grant = await busyWith(talk, 'a')
    const end = { failure, retryable: true, event: failedEvent(2, true), next: takesNext }
    const failed = expectKind(await talk.store.fail(grant, end), 'failed', 'fail')
    expectEqual([failed.next?.tid, failed.next?.base], ['a', 1], 'the next grant')
  }),
  storeCase(['O6.1'], 'leaves the queue to its own requests where nobody drives', async talk => {
    const grant = await busyWith(talk, 'a', 'b')
    const committed = await talk.store.commit(grant, commitOf(grant, { next: null }))
    expectEqual(expectKind(committed, 'committed', 'commit').next, null, 'next')
    expectEqual(await talk.queued('b', { drives: false }), 1, 'ahead of the second')
    expectEqual(await talk.queued('c', { drives: false }), 2, 'ahead of a new one')
    await talk.turn('a', { drives: false })
    await talk.turn('b', { drives: false })
    expectEqual((await talk.head())?.queue, ['c'], 'the queue')
  }),
  storeCase(['O6.1'], 'hands a turn that nobody runs to a worker that drives', async talk => {
    const grant = await busyWith(talk, 'a')
    await talk.commit(grant)
    const orphan = expectKind(await talk.admit('b', { owner: 'worker-2' }), 'orphan', 'the new one')
    expectEqual([orphan.grant.tid, orphan.grant.owner], ['a', 'worker-2'], 'its grant')
    expectEqual((await talk.head())?.queue, [], 'the queue: the caller is not in it')
  }),
  storeCase(['O6.1'], 'holds sixteen and then is full, until one is gone', async talk => {
    const grant = await busyWith(talk)
    for (let index = 0; index < 16; index += 1)
      expectEqual(await talk.queued(`turn-${index}`), index, `ahead of number ${index}`)
    expectKind(await talk.admit('one more'), 'full', 'the seventeenth')
    expectEqual(await talk.record('one more'), null, 'what is kept of it')
    expectEqual(await talk.queued('turn-3'), 3, 'ahead of one that waits already')
    await talk.commit(grant, { next: takesNext })
    expectEqual(await talk.queued('one more'), 15, 'ahead of it once there is room')
  }),
  storeCase(['O6.1'], 'turns others away under the policy reject', async talk => {
    await busyWith(talk)
    expectKind(await talk.admit('a', { waiting: 'reject' }), 'busy', 'another turn')
    expectEqual(await talk.record('a'), null, 'what is kept of it')
    expectKind(await talk.admit('running', { waiting: 'reject' }), 'running', 'the same turn')
  }),
  storeCase(
    ['O6.1'],
    'stops the running turn under the policy interrupt, and no other',
    async talk => {
      const grant = await busyWith(talk)
      await talk.queued('a', { waiting: 'interrupt' })
      expectEqual(
        await talk.store.renew(grant, long),
        { kind: 'renewed', cancel: true },
        'what the holder learns'
      )
      const committed = await talk.store.commit(grant, commitOf(grant, { next: takesNext }))
      const next = expectPresent(expectKind(committed, 'committed', 'commit').next, 'next')
      expectEqual(
        await talk.store.renew(next, long),
        { kind: 'renewed', cancel: false },
        'what the next holder learns'
      )
    }
  ),
  storeCase(['O6.1'], 'stops nothing under the policy interrupt where nothing runs', async talk => {
    const grant = await busyWith(talk, 'a')
    await talk.commit(grant)
    await talk.queued('b', { drives: false, waiting: 'interrupt' })
    const next = await talk.granted('a', { drives: false })
    expectEqual(
      await talk.store.renew(next, long),
      { kind: 'renewed', cancel: false },
      'what the next holder learns'
    )
  }),
  storeCase(['O6.1'], 'never sends what waited too long, and says so for good', async talk => {
    const grant = await busyWith(talk)
    await talk.queued('a', { wait: brief })
    await talk.queued('b')
    await lapse()
    expectEqual(await talk.queued('c'), 1, 'ahead of a new one')
    await timedOut(talk, 'a')
    await talk.commit(grant)
    await timedOut(talk, 'a')
  }),
  storeCase(['O6.1'], 'grants nothing that waited too long with a commit', async talk => {
    const grant = await busyWith(talk)
    await talk.queued('a', { wait: brief })
    await talk.queued('b')
    await lapse()
    const committed = await talk.store.commit(grant, commitOf(grant, { next: takesNext }))
    expectEqual(expectKind(committed, 'committed', 'commit').next?.tid, 'b', 'next')
    await timedOut(talk, 'a')
  }),
  storeCase(['O6.1'], 'adopts nothing that waited too long', async talk => {
    const grant = await busyWith(talk)
    await talk.queued('a', { wait: brief })
    await talk.commit(grant)
    await lapse()
    const worker = { owner: 'worker-2', lease: long }
    expectEqual(await talk.store.adopt(talk.address, worker), null, 'what is adopted')
    await timedOut(talk, 'a')
  }),
  storeCase(['O6.1', 'O7.5'], 'withdraws what waits, and nothing else', async talk => {
    const grant = await busyWith(talk, 'a', 'b', 'c')
    const { store, address } = talk
    expectEqual(await store.withdraw(address, 'b', failure), 'withdrawn', 'one that waits')
    expectEqual(await store.withdraw(address, 'b', failure), 'not-waiting', 'the same again')
    expectEqual(await store.withdraw(address, 'running', failure), 'not-waiting', 'the running one')
    expectEqual(await store.withdraw(address, 'nobody', failure), 'not-waiting', 'an unknown one')
    expectEqual((await talk.head())?.queue, ['a', 'c'], 'the queue')
    expectEqual(await talk.admit('b'), { kind: 'failed', failure }, 'what its key is told')
    await talk.commit(grant, { next: takesNext })
    expectEqual(await store.withdraw(address, 'a', failure), 'not-waiting', 'one that was granted')
  }),
  storeCase(['O6.1', 'O7.1'], 'queues a key again that may start again', async talk => {
    const grant = await busyWith(talk, 'a')
    const end = { failure, retryable: true, event: failedEvent(2, true), next: takesNext }
    const failed = expectKind(await talk.store.fail(grant, end), 'failed', 'fail')
    expectEqual(await talk.queued('running'), 0, 'ahead of the failed one')
    const next = expectPresent(failed.next, 'next')
    const committed = await talk.store.commit(next, commitOf(next, { next: takesNext }))
    const again = expectPresent(expectKind(committed, 'committed', 'commit').next, 'next of that')
    expectEqual([again.tid, again.record.failure, again.base], ['running', null, 2], 'the grant')
  })
]
