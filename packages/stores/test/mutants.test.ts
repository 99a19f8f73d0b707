import type { Address, Admission, Grant, GrantKey, Store } from '@turnwise/engine'
import { storeCases } from '@turnwise/engine/conformance'
import { memoryStore } from '@turnwise/stores/memory'
import { describe, expect, it } from 'vitest'

type Mutant = (store: Store) => Partial<Store>

const cases = storeCases.filter(({ durable, damages }) => !durable && !damages)

/** Runs the list over a store made by this wrapping; rejects as soon as a case fails. */
const passed = (mutant: Mutant): Promise<unknown> => {
  const open = async (keep: Parameters<typeof memoryStore>[0]): Promise<Store> => {
    const store = memoryStore(keep)
    return { ...store, ...mutant(store) }
  }
  return Promise.all(cases.map(({ run }) => run({ open })))
}

/** A key that passes every check of what is in flight now. */
const forged = async (store: Store, key: GrantKey): Promise<GrantKey> => {
  const head = await store.head(key.address)
  return head?.lease == null
    ? key
    : { ...key, fence: head.fence, owner: head.lease.owner, base: head.version }
}

/** The right to a turn, made up from what is kept of it. */
const usurped = async (store: Store, address: Address, tid: string): Promise<Admission> => {
  const [head, record] = await Promise.all([store.head(address), store.record(address, tid)])
  if (head === null || record === null || record.input === null) return { kind: 'unknown' }
  const { fence, version: base } = head
  const { input } = record
  const grant: Grant = {
    address,
    tid,
    owner: 'worker',
    fence,
    base,
    head,
    record: { ...record, input }
  }
  return { kind: 'granted', grant, marked: false }
}

const mutants: Record<string, Mutant> = {
  'a commit that checks no fence': store => ({
    commit: async (key, request) => {
      const { fence } = await forged(store, key)
      return store.commit({ ...key, fence }, request)
    }
  }),
  'a commit on whatever was heard': store => ({
    commit: (key, request) => store.commit(key, { ...request, heard: [] })
  }),
  'a commit that checks no owner': store => ({
    commit: async (key, request) => {
      const { owner } = await forged(store, key)
      return store.commit({ ...key, owner }, request)
    }
  }),
  'a commit that checks no base': store => ({
    commit: async (key, request) => {
      const { base } = await forged(store, key)
      return store.commit({ ...key, base }, request)
    }
  }),
  'a second commit that forgets the turn it granted': store => {
    const over = new Set<string>()
    return {
      commit: async (key, request) => {
        const committed = await store.commit(key, request)
        if (committed.kind !== 'committed' || !over.has(key.tid)) {
          over.add(key.tid)
          return committed
        }
        return { ...committed, next: null }
      }
    }
  },
  'a second commit that grants the next turn to anybody': store => ({
    commit: async (key, request) => {
      const committed = await store.commit(key, request)
      const head = await store.head(key.address)
      if (committed.kind !== 'committed' || head?.tid == null) return committed
      const answer = await usurped(store, key.address, head.tid)
      return answer.kind === 'granted' ? { ...committed, next: answer.grant } : committed
    }
  }),
  'a second failure that is lost': store => {
    const over = new Set<number>()
    return {
      fail: async (key, request) => {
        if (over.has(key.fence)) return { kind: 'lost' }
        const failed = await store.fail(key, request)
        if (failed.kind === 'failed') over.add(key.fence)
        return failed
      }
    }
  },
  'a record that keeps what its entry has': store => ({
    record: async (address, tid) => {
      const record = await store.record(address, tid)
      return record === null ? null : { ...record, queries: ['question'] }
    }
  }),
  'a lost conversation that is merely unknown': store => ({
    admit: async request => {
      const answer = await store.admit(request)
      return answer.kind === 'regressed' && (await store.head(request.address)) === null
        ? { kind: 'unknown' }
        : answer
    }
  }),
  'a conversation that stays with its workflow': store => ({
    commit: async (key, request) => {
      const { workflow } = (await store.head(key.address)) ?? request.entry
      return store.commit(key, { ...request, entry: { ...request.entry, workflow } })
    }
  }),
  'a second commit that counts': store => ({
    commit: async (key, request) => {
      const committed = await store.commit(key, request)
      return committed.kind === 'committed' ? { ...committed, entry: request.entry } : committed
    }
  }),
  'a commit that forgets the queue': store => ({
    commit: (key, request) => store.commit(key, { ...request, next: null })
  }),
  'a failure that forgets the queue': store => ({
    fail: (key, request) => store.fail(key, { ...request, next: null })
  }),
  'a failure that checks no fence': store => ({
    fail: async (key, request) => store.fail(await forged(store, key), request)
  }),
  'a failure that is never final': store => ({
    fail: (key, request) => store.fail(key, { ...request, retryable: true })
  }),
  'a failure that is always final': store => ({
    fail: (key, request) => store.fail(key, { ...request, retryable: false })
  }),
  'a renewal that checks no fence': store => ({
    renew: async (key, lease) => store.renew(await forged(store, key), lease)
  }),
  'a renewal that renews nothing': store => ({
    renew: async key => {
      const head = await store.head(key.address)
      return head?.fence === key.fence && head.tid === key.tid && head.lease?.owner === key.owner
        ? { kind: 'renewed', cancel: head.cancel }
        : { kind: 'lost' }
    }
  }),
  'a renewal that tells nobody to stop': store => ({
    renew: async (key, lease) => {
      const renewed = await store.renew(key, lease)
      return renewed.kind === 'renewed' ? { ...renewed, cancel: false } : renewed
    }
  }),
  'a mark that checks no fence': store => ({
    asking: async (key, mark) => store.asking(await forged(store, key), mark)
  }),
  'a mark that is not durable': () => ({ asking: async () => 'marked' }),
  'a release that anybody can make': store => ({
    release: async key => store.release(await forged(store, key))
  }),
  'a release that keeps the lease': () => ({ release: async () => {} }),
  'an admission that cannot be taken back': () => ({ retract: async () => {} }),
  'an admission that anybody takes back': store => ({
    retract: async address => {
      const { owner = '' } = (await store.head(address))?.lease ?? {}
      return store.retract(address, owner)
    }
  }),
  'an admission that is taken back with its mark left': store => ({
    retract: async (address, owner) => {
      const head = await store.head(address)
      if (head?.tid == null || head.lease?.owner !== owner) return
      const { tid, fence, version: base } = head
      return store.release({ address, tid, owner, fence, base })
    }
  }),
  'a second reply that counts': store => ({
    journal: async (key, reply) => {
      const journaled = await store.journal(key, reply)
      return journaled.kind === 'earlier' ? { kind: 'kept', reply } : journaled
    }
  }),
  'a journal that is gated by the fence': store => ({
    journal: async (key, reply) => {
      const { fence, owner } = key as GrantKey
      const head = await store.head(key.address)
      const held = head?.fence === fence && head.lease?.owner === owner
      return held ? store.journal(key, reply) : { kind: 'late' }
    }
  }),
  'a journal that drops late replies': store => ({
    journal: async (key, reply) => {
      const head = await store.head(key.address)
      return head?.tid === key.tid ? store.journal(key, reply) : { kind: 'late' }
    }
  }),
  'a journal that looks at no version': store => ({
    journal: async (key, reply) => {
      const head = await store.head(key.address)
      return store.journal({ ...key, base: head?.version ?? key.base }, reply)
    }
  }),
  'an admission that ignores the fingerprint': store => ({
    admit: async request => {
      const record = await store.record(request.address, request.tid)
      return store.admit({ ...request, fingerprint: record?.fingerprint ?? request.fingerprint })
    }
  }),
  'an admission that ignores what was seen': store => ({
    admit: request => store.admit({ ...request, seen: null })
  }),
  'an admission that trusts whatever was seen': store => ({
    admit: async request => {
      const { seen } = request
      const head = await store.head(request.address)
      const known = seen === null || head === null || seen.version <= head.version
      return store.admit({ ...request, seen: known ? null : seen })
    }
  }),
  'an admission over a living lease': store => ({
    admit: async request => {
      const answer = await store.admit(request)
      return answer.kind === 'running' ? usurped(store, request.address, request.tid) : answer
    }
  }),
  'an admission that lets a turn run beside another': store => ({
    admit: async request => {
      const answer = await store.admit(request)
      return answer.kind === 'queued' ? usurped(store, request.address, request.tid) : answer
    }
  }),
  'an admission that runs a key again': store => ({
    admit: async request => {
      const answer = await store.admit(request)
      return answer.kind === 'done'
        ? store.admit({ ...request, tid: `${request.tid} again` })
        : answer
    }
  }),
  'an admission that passes orphans over': store => ({
    admit: async request => {
      const answer = await store.admit(request)
      return answer.kind === 'orphan' ? { kind: 'queued', ahead: 0 } : answer
    }
  }),
  'an admission that opens nothing': store => ({
    admit: request => store.admit({ ...request, create: null })
  }),
  'an admission that always drives': store => ({
    admit: request => store.admit({ ...request, drives: true })
  }),
  'an admission that rejects nobody': store => ({
    admit: request =>
      store.admit({ ...request, waiting: request.waiting === 'reject' ? 'queue' : request.waiting })
  }),
  'an admission that interrupts nobody': store => ({
    admit: request =>
      store.admit({
        ...request,
        waiting: request.waiting === 'interrupt' ? 'queue' : request.waiting
      })
  }),
  'a queue that waits for ever': store => ({
    admit: request => store.admit({ ...request, wait: 3_600_000 })
  }),
  'a queue without a limit': store => ({
    admit: async request => {
      const answer = await store.admit(request)
      return answer.kind === 'full' ? { kind: 'queued', ahead: 16 } : answer
    }
  }),
  'a withdrawal that leaves the turn in the queue': () => ({ withdraw: async () => 'withdrawn' }),
  'an erasure without a tombstone': store => {
    const times = new Map<string, number>()
    const placed = (address: Address): Address => ({
      ...address,
      conversation: `${address.conversation}${'*'.repeat(times.get(address.conversation) ?? 0)}`
    })
    return {
      admit: request => store.admit({ ...request, address: placed(request.address) }),
      head: address => store.head(placed(address)),
      erase: async address => {
        const erased = await store.erase(placed(address))
        const before = times.get(address.conversation) ?? 0
        if (erased === 'erased') times.set(address.conversation, before + 1)
        return erased
      }
    }
  },
  'an erasure that erases nothing': () => ({ erase: async () => 'erased' }),
  'a stop that wakes nobody': () => ({
    untilStopped: (_address, _tid, signal) =>
      new Promise(resolve => {
        if (signal.aborted) resolve()
        signal.addEventListener('abort', () => resolve())
      })
  }),
  'a stop that nobody keeps': store => ({
    stop: async address => (await store.head(address))?.tid != null
  }),
  'an adoption of a living turn': store => ({
    adopt: async (address, worker) => {
      const adopted = await store.adopt(address, worker)
      const head = await store.head(address)
      if (adopted !== null || head?.tid == null) return adopted
      const answer = await usurped(store, address, head.tid)
      return answer.kind === 'granted' ? answer.grant : null
    }
  }),
  'a store that takes any user for the owner': store => {
    const one = (address: Address): Address => ({ ...address, user: 'anybody' })
    return {
      admit: request => store.admit({ ...request, address: one(request.address) }),
      head: async address => store.head(one(address)),
      record: (address, tid) => store.record(one(address), tid),
      commit: (key, request) => store.commit({ ...key, address: one(key.address) }, request),
      renew: (key, lease) => store.renew({ ...key, address: one(key.address) }, lease)
    }
  },
  'a store that forgets the tenant': store => ({
    head: address => store.head({ ...address, tenant: 'tenant' })
  }),
  'entries that are cut at the wrong end': store => ({
    entries: async (address, { limit, ...range }) =>
      (await store.entries(address, { ...range, limit: 1000 })).slice(0, limit)
  }),
  'entries up to and with the one before': store => ({
    entries: (address, { before, ...range }) =>
      store.entries(address, before === undefined ? range : { ...range, before: before + 1 })
  }),
  'a list that begins with the oldest': store => ({
    list: async (owner, page) => {
      const { heads, next } = await store.list(owner, page)
      return { heads: heads.toReversed(), next }
    }
  }),
  'a list that repeats its first page': store => ({
    list: (owner, page) => store.list(owner, { ...page, cursor: null })
  }),
  'a list that a made-up cursor breaks': store => ({
    list: async (owner, page) => {
      if (page.cursor !== null && !/^\d{4}-.*~/s.test(page.cursor))
        throw new RangeError('a made-up cursor')
      return store.list(owner, page)
    }
  }),
  'orphans that nobody lists': () => ({ orphans: async () => [] }),
  'deliveries that nobody owes': store => ({
    commit: (key, request) => store.commit(key, { ...request, deliver: false })
  }),
  'deliveries that everybody may claim': store => ({
    claimDelivery: address => store.claimDelivery(address, 0)
  }),
  'deliveries that are claimed for strangers': store => {
    const owners = new Map<string, Address>()
    return {
      admit: request => {
        owners.set(request.address.conversation, request.address)
        return store.admit(request)
      },
      claimDelivery: (address, hold) =>
        store.claimDelivery(owners.get(address.conversation) ?? address, hold)
    }
  },
  'deliveries that are done when they fail': store => ({
    postponeDelivery: (address, from) => store.delivered(address, from)
  }),
  'deliveries that fail without being counted': () => ({
    postponeDelivery: async () => {}
  }),
  'deliveries that are never done': () => ({ delivered: async () => {} }),
  'events that always begin at the beginning': store => ({
    events: (address, _after, signal) => store.events(address, '0', signal)
  }),
  'events that go on from an id that is not there': store => ({
    events: (address, from, signal) =>
      store.events(
        address,
        typeof from === 'string' && !/^\d{9,}-\d{4,}$/.test(from) ? null : from,
        signal
      )
  }),
  'events of a turn that begin at the beginning': store => ({
    events: (address, from, signal) =>
      store.events(address, typeof from === 'object' && from !== null ? '0' : from, signal)
  }),
  'events of a turn that begin with what comes': store => ({
    events: (address, from, signal) =>
      store.events(address, typeof from === 'object' ? null : from, signal)
  }),
  'events of whatever conversation was used last': store => {
    let last: Address | null = null
    return {
      admit: request => {
        last = request.address
        return store.admit(request)
      },
      events: (address, after, signal) => store.events(last ?? address, after, signal)
    }
  },
  'events whose ids say nothing': store => ({
    publish: async (address, tid, event) => {
      await store.publish(address, tid, event)
      return '1-1'
    }
  }),
  'events without their turn': store => ({
    publish: (address, _tid, event) => store.publish(address, null, event)
  })
}

/** What a case says of a failure, as against a mutant that cannot even run. */
const verdict = /: (expected|took over) |made-up cursor|does not follow/

describe('the list of cases', () => {
  it('[O7.1] is passed by a store that is only wrapped', async () => {
    await passed(() => ({}))
  })

  it.each(Object.entries(mutants))('[O7.1] is failed by %s', async (_name, mutant) => {
    await expect(passed(mutant)).rejects.toThrow(verdict)
  })
})
