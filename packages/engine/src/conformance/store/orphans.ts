import { expectEqual, expectKind, expectPresent } from '../expect.ts'
import {
  brief,
  commitOf,
  failedEvent,
  failure,
  lapse,
  long,
  replyOf,
  stateWith,
  takesNext
} from './conversation.ts'
import { durableCase, type StoreCase, storeCase } from './harness.ts'

const worker = { owner: 'worker-2', lease: long }
const handles = { ref: 'far-1', turnId: 'a', ask: 0 }

export const orphanCases: readonly StoreCase[] = [
  storeCase(['O7.3'], 'hands an orphan to one caller, before anybody is admitted', async talk => {
    await talk.open()
    await talk.granted('a', { lease: brief })
    await lapse()
    const answers = await Promise.all([
      talk.admit('b', { owner: 'worker-2' }),
      talk.admit('c', { owner: 'worker-3' }),
      talk.admit('a', { owner: 'worker-4' })
    ])
    const orphans = answers.filter(({ kind }) => kind === 'orphan')
    expectEqual(orphans.length, 1, 'how many were handed it')
    const others = answers.filter(({ kind }) => kind !== 'orphan').map(({ kind }) => kind)
    expectEqual(
      others.every(kind => kind === 'queued' || kind === 'running'),
      true,
      'that the others wait'
    )
  }),
  storeCase(['O7.3'], 'hands over everything that is needed to finish a turn', async talk => {
    await talk.open()
    const dead = await talk.granted('a', { lease: brief })
    await talk.store.asking(dead, { ask: 0, query: 'question', handles })
    await talk.store.journal(dead, replyOf('answer'))
    await lapse()
    const { grant } = expectKind(await talk.admit('b', worker), 'orphan', 'the next caller')
    const { record, head } = grant
    expectEqual(
      [record.input, record.workflow, record.queries, record.handles, record.replies],
      [
        talk.request('a').input,
        { id: 'travel', version: 1 },
        ['question'],
        handles,
        [replyOf('answer')]
      ],
      'the record'
    )
    expectEqual(
      [record.state, record.attempts, grant.base, grant.fence > dead.fence, grant.owner, head.tid],
      ['replied', 2, 1, true, 'worker-2', 'a'],
      'the grant'
    )
  }),
  storeCase(['O7.3'], 'counts every worker that a turn was given to', async talk => {
    await talk.open()
    await talk.granted('a', { lease: brief })
    for (const attempts of [2, 3, 4]) {
      await lapse()
      const { grant } = expectKind(await talk.admit('a', { lease: brief }), 'orphan', 'takeover')
      expectEqual(grant.record.attempts, attempts, 'attempts')
    }
  }),
  storeCase(
    ['O7.3'],
    'hands over the turn in flight also to a worker that does not drive',
    async talk => {
      await talk.open()
      await talk.granted('a', { lease: brief })
      await lapse()
      const { grant } = expectKind(await talk.admit('b', { drives: false }), 'orphan', 'the caller')
      expectEqual(grant.tid, 'a', 'the turn')
    }
  ),
  storeCase(['O7.3'], 'listens no more to a holder whose turn was taken over', async talk => {
    await talk.open()
    const { store } = talk
    const slow = await talk.granted('a', { lease: brief })
    await lapse()
    const { grant } = expectKind(await talk.admit('a', worker), 'orphan', 'takeover')
    const mark = { ask: 0, query: 'question', handles }
    const end = { failure, retryable: false, event: failedEvent(2, false), next: null }
    expectEqual(await store.asking(slow, mark), 'lost', 'its mark')
    expectEqual(await store.renew(slow, long), { kind: 'lost' }, 'its renewal')
    expectEqual(await store.fail(slow, end), { kind: 'lost' }, 'its failure')
    expectEqual(await store.commit(slow, commitOf(slow)), { kind: 'lost' }, 'its commit')
    await store.release(slow)
    expectEqual((await talk.head())?.version, 1, 'the version')
    await talk.commit(grant)
  }),
  storeCase(['O7.3'], 'adopts what a dead worker left, and only that', async talk => {
    const { store, address } = talk
    expectEqual(await store.adopt(address, worker), null, 'of an unknown conversation')
    await talk.open()
    expectEqual(await store.adopt(address, worker), null, 'of one at rest')
    const holder = await talk.granted('a')
    await talk.queued('b')
    await store.renew(holder, brief)
    await lapse()
    const adopted = expectPresent(await store.adopt(address, worker), 'the grant')
    expectEqual([adopted.tid, adopted.owner, adopted.record.attempts], ['a', 'worker-2', 2], 'it')
    expectEqual(await store.adopt(address, { ...worker, owner: 'worker-3' }), null, 'a living turn')
    expectEqual(await store.renew(holder, long), { kind: 'lost' }, 'the dead one')
    await talk.commit(adopted)
    const waiting = expectPresent(await store.adopt(address, worker), 'the grant of the queue')
    expectEqual([waiting.tid, waiting.record.attempts], ['b', 1], 'the waiting turn')
  }),
  storeCase(['O7.3'], 'lists conversations that somebody should look after', async talk => {
    const listed = async (): Promise<boolean> =>
      (await talk.store.orphans()).some(
        ({ conversation, user, tenant }) =>
          conversation === talk.address.conversation &&
          user === talk.address.user &&
          tenant === talk.address.tenant
      )
    await talk.open()
    const grant = await talk.granted('a')
    await talk.queued('b')
    await talk.store.renew(grant, brief)
    await lapse()
    expectEqual(await listed(), true, 'one whose worker is dead')
    await talk.commit(grant)
    expectEqual(await listed(), true, 'one whose queue nobody drives')
  }),

  durableCase(['O5.1'], 'keeps every committed turn', async (talk, again) => {
    const entries = [await talk.open(stateWith({ city: 'Lisbon' }))]
    for (const tid of ['a', 'b', 'c']) entries.push(await talk.turn(tid))
    const head = await talk.head()
    const after = await again()
    expectEqual(await after.store.entries(talk.address, { limit: 9 }), entries, 'the entries')
    expectEqual(await after.head(), head, 'the head')
    for (const entry of entries)
      expectEqual(await after.admit(entry.tid), { kind: 'done', entry }, `the key ${entry.tid}`)
    const { turn, fence } = await after.turn('d')
    expectEqual([turn, fence > (head?.fence ?? 0)], [5, true], 'the next turn')
  }),
  durableCase(
    ['O5.1', 'O7.3'],
    'keeps what is needed to finish the turns of dead workers',
    async (talk, again) => {
      await talk.open()
      const dead = await talk.granted('a')
      await talk.store.asking(dead, { ask: 0, query: 'question', handles })
      await talk.store.journal(dead, replyOf('answer'))
      await talk.queued('b')
      await talk.store.renew(dead, brief)
      const after = await again()
      await lapse()
      expectEqual(
        (await after.store.orphans()).map(({ conversation }) => conversation),
        [talk.address.conversation],
        'the orphans'
      )
      const grant = expectPresent(await after.store.adopt(talk.address, worker), 'the grant')
      expectEqual(
        [grant.tid, grant.record.state, grant.record.replies, grant.fence > dead.fence],
        ['a', 'replied', [replyOf('answer')], true],
        'what is adopted'
      )
      expectKind(await after.store.commit(dead, commitOf(dead)), 'lost', 'the dead holder')
      const committed = await after.store.commit(grant, commitOf(grant, { next: takesNext }))
      expectEqual(expectKind(committed, 'committed', 'commit').next?.tid, 'b', 'the queue')
    }
  ),
  durableCase(['O5.1'], 'keeps a stop that was asked for', async (talk, again) => {
    await talk.open()
    await talk.granted('a', { lease: brief })
    await talk.store.stop(talk.address)
    const after = await again()
    await lapse()
    const grant = expectPresent(await after.store.adopt(talk.address, worker), 'the grant')
    expectEqual(
      await after.store.renew(grant, long),
      { kind: 'renewed', cancel: true },
      'what the holder learns'
    )
  })
]
