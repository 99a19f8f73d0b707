import type { Address, Store, TurnEvent } from '@turnwise/engine'
import {
  admit,
  adopt,
  asking,
  claimDelivery,
  commit,
  delivered,
  ended,
  erase,
  fail,
  headFor,
  journal,
  postponeDelivery,
  type Retention,
  release,
  renew,
  retract,
  type Slot,
  stop,
  withdraw
} from '@turnwise/engine/protocol'
import type { Backend, Durable, Rows } from './backend.ts'
import { LiveLog } from './live-log.ts'
import { WakeUps } from './wake-ups.ts'

const sweepEvery = 10 * 60 * 1000
const day = 24 * 60 * 60 * 1000

/** Keeping times in milliseconds; 0 keeps for ever. */
export type StoreOptions = { conversationTtl?: number; idempotencyTtl?: number }

/** Makes a store out of a backend: its transactions, the engine's rules, and live events in memory. */
export const transactionalStore = (backend: Backend, options: StoreOptions): Store => {
  const retention: Retention = {
    conversation: options.conversationTtl === 0 ? null : (options.conversationTtl ?? day),
    idempotency: options.idempotencyTtl === 0 ? null : (options.idempotencyTtl ?? day)
  }
  const log = new LiveLog(backend.boot)
  const stops = new WakeUps()
  const sweep = async (): Promise<void> => {
    log.sweep()
    if (await backend.sweep(Date.now())) await backend.scrub()
  }
  // A sweep that fails is tried again at the next interval; what has expired is invisible anyway.
  const sweepQuietly = (): void => void sweep().catch(() => {})
  const sweeper = setInterval(sweepQuietly, sweepEvery)
  sweeper.unref()
  sweepQuietly()

  /** Rows without what has expired and is not swept yet. */
  const slotOf = (rows: Rows, emit: Slot['emit']): Slot => {
    const wall = Date.now()
    return {
      ...rows,
      now: performance.now(),
      wall,
      retention,
      emit,
      record(tid) {
        const record = rows.record(tid)
        if (record === null || !ended(record)) return record
        return record.expiresAt !== null && record.expiresAt <= wall ? null : record
      },
      tombstone() {
        const tombstone = rows.tombstone()
        return tombstone !== null && (tombstone.until === null || tombstone.until > wall)
      }
    }
  }

  const within = async <T>(
    address: Address,
    work: (slot: Slot) => T,
    durable: Durable = 'now'
  ): Promise<T> => {
    const emitted: [string, TurnEvent][] = []
    const emit: Slot['emit'] = (tid, event) => emitted.push([tid, event])
    const result = await backend.transact(address, durable, rows => work(slotOf(rows, emit)))
    for (const [tid, event] of emitted) log.append(keyOf(address), tid, event)
    return result
  }

  /** For the one who keeps a conversation, expired or not, never for somebody else's. */
  const owned = <T>(address: Address, work: (slot: Slot) => T, otherwise: T): Promise<T> =>
    within(address, slot => (slot.head()?.address.user === address.user ? work(slot) : otherwise))

  const reading = <T>(address: Address, work: (slot: Slot) => T): Promise<T> =>
    backend.read(address, rows => work(slotOf(rows, () => {})))

  /** For who runs a turn: no word of that reaches anybody before `asking`, `commit` or `fail` is on the disk. */
  const granting = <T>(address: Address, work: (slot: Slot) => T): Promise<T> =>
    within(address, work, 'later')

  return {
    async admit(request) {
      const durable = request.ahead === null ? 'later' : 'now'
      const admission = await within(request.address, slot => admit(slot, request), durable)
      if (admission.kind === 'queued' && request.waiting === 'interrupt')
        stops.wake(keyOf(request.address))
      return admission
    },
    adopt: (address, worker) => granting(address, slot => adopt(slot, address, worker)),
    asking: (key, mark) => within(key.address, slot => asking(slot, key, mark)),
    renew: (key, lease) => granting(key.address, slot => renew(slot, key, lease)),
    // Out of this process at once, and on the disk with what is built on it: the mark of a re-ask, or
    // the commit.
    journal: (key, reply) => within(key.address, slot => journal(slot, key, reply), 'later'),
    commit: (key, request) => within(key.address, slot => commit(slot, key, request)),
    fail: (key, request) => within(key.address, slot => fail(slot, key, request)),
    release: key => granting(key.address, slot => release(slot, key)),
    retract: (address, owner) => granting(address, slot => retract(slot, address, owner)),
    withdraw: (address, tid, failure) =>
      within(address, slot => withdraw(slot, address, tid, failure)),
    async stop(address) {
      const running = await within(address, slot => stop(slot, address))
      if (running) stops.wake(keyOf(address))
      return running
    },
    untilStopped(address, tid, signal) {
      const stopped = (slot: Slot): boolean => {
        const head = headFor(slot, address)
        return head === null || (head.tid === tid && head.cancel)
      }
      return stops.until(keyOf(address), () => reading(address, stopped), signal)
    },
    async erase(address) {
      const erased = await within(address, slot => erase(slot, address))
      if (erased === 'erased') {
        stops.wake(keyOf(address))
        log.forget(keyOf(address))
        // The rows are gone for good; what a full disk keeps of them leaves with the next sweep.
        await backend.scrub().catch(() => {})
      }
      return erased
    },
    claimDelivery: (address, hold) => owned(address, slot => claimDelivery(slot, hold), null),
    delivered: (address, through) => owned(address, slot => delivered(slot, through), undefined),
    postponeDelivery: (address, from, milliseconds) =>
      owned(address, slot => postponeDelivery(slot, from, milliseconds), undefined),
    undelivered: () => backend.undelivered(),
    head: address => reading(address, slot => headFor(slot, address)),
    entries: (address, { after = 0, before, limit }) =>
      reading(address, slot => {
        const head = headFor(slot, address)
        if (head === null) return []
        const last = Math.min(head.version, (before ?? Number.POSITIVE_INFINITY) - 1)
        const first = Math.max(after + 1, last - limit + 1, 1)
        return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
          slot.entry(first + index)
        ).filter(entry => entry !== null)
      }),
    record: (address, tid) =>
      reading(address, slot => (headFor(slot, address) === null ? null : slot.record(tid))),
    list: (owner, page) => backend.list(owner, { ...page, wall: Date.now() }),
    orphans: () => backend.unfinished(performance.now()),
    publish: async (address, tid, event) => log.publish(keyOf(address), tid, event),
    events: (address, from, signal) => log.read(keyOf(address), from, signal),
    probe: () => backend.probe(),
    async close() {
      clearInterval(sweeper)
      log.close()
      await backend.close()
    }
  }
}

/** Events and wake-ups belong to a conversation as its owner sees it: nobody else hears them. */
const keyOf = ({ tenant, user, conversation }: Address): string =>
  JSON.stringify([tenant, user, conversation])
