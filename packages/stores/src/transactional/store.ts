import type { Address, Store, TurnEvent } from '@turnwise/engine'
import {
  admit,
  adopt,
  asking,
  commit,
  erase,
  fail,
  headFor,
  journal,
  type Retention,
  release,
  renew,
  type Slot,
  stop,
  withdraw
} from '@turnwise/engine/protocol'
import type { Backend, Rows } from './backend.ts'
import { LiveLog } from './live-log.ts'

const sweepEvery = 10 * 60 * 1000

/** Keeping times in milliseconds; 0 keeps for ever. */
export type StoreOptions = { conversationTtl?: number; idempotencyTtl?: number }

const day = 24 * 60 * 60 * 1000

/** Makes a store out of a backend: its transactions, the engine's rules, and live events in memory. */
export const transactionalStore = (backend: Backend, options: StoreOptions): Store => {
  const retention: Retention = {
    conversation: options.conversationTtl === 0 ? null : (options.conversationTtl ?? day),
    idempotency: options.idempotencyTtl === 0 ? null : (options.idempotencyTtl ?? day)
  }
  const log = new LiveLog(backend.boot)
  const stopping = new Map<string, Set<() => void>>()
  const sweeper = setInterval(() => {
    log.sweep()
    // A sweep that fails is tried again at the next interval; what has expired is invisible anyway.
    backend.sweep(Date.now()).catch(() => {})
  }, sweepEvery)
  sweeper.unref()

  const within = async <T>(address: Address, work: (slot: Slot) => T): Promise<T> => {
    let emitted: [string, TurnEvent][] = []
    const result = await backend.transact(address, rows => {
      emitted = []
      return work({
        ...unexpired(rows, Date.now()),
        now: performance.now(),
        wall: Date.now(),
        retention,
        emit: (tid, event) => emitted.push([tid, event])
      })
    })
    for (const [tid, event] of emitted) log.append(keyOf(address), tid, event)
    return result
  }
  const wakeHolder = (address: Address): void => {
    for (const wake of stopping.get(keyOf(address)) ?? []) wake()
  }

  return {
    async admit(request) {
      const admission = await within(request.address, slot => admit(slot, request))
      if (admission.kind === 'queued' && request.waiting === 'interrupt')
        wakeHolder(request.address)
      return admission
    },
    adopt: (address, worker) => within(address, slot => adopt(slot, address, worker)),
    asking: (key, mark) => within(key.address, slot => asking(slot, key, mark)),
    renew: (key, lease) => within(key.address, slot => renew(slot, key, lease)),
    journal: (key, reply) => within(key.address, slot => journal(slot, key, reply)),
    commit: (key, request) => within(key.address, slot => commit(slot, key, request)),
    fail: (key, request) => within(key.address, slot => fail(slot, key, request)),
    release: key => within(key.address, slot => release(slot, key)),
    withdraw: (address, tid, failure) =>
      within(address, slot => withdraw(slot, address, tid, failure)),
    async stop(address) {
      const running = await within(address, slot => stop(slot, address))
      if (running) wakeHolder(address)
      return running
    },
    untilStopped: (address, tid, signal) =>
      new Promise(resolve => {
        const key = keyOf(address)
        const waiting = stopping.get(key) ?? new Set()
        stopping.set(key, waiting)
        const done = (): void => {
          waiting.delete(check)
          if (waiting.size === 0) stopping.delete(key)
          signal.removeEventListener('abort', done)
          resolve()
        }
        const check = (): void => {
          within(address, slot => {
            const head = slot.head()
            return head === null || (head.tid === tid && head.cancel)
          }).then(cancelled => cancelled && done(), done)
        }
        waiting.add(check)
        signal.addEventListener('abort', done, { once: true })
        if (signal.aborted) done()
        else check()
      }),
    async erase(address) {
      const erased = await within(address, slot => erase(slot, address))
      if (erased === 'erased') {
        wakeHolder(address)
        log.forget(keyOf(address))
      }
      return erased
    },
    head: address => within(address, slot => headFor(slot, address)),
    entries: (address, { after = 0, before, limit }) =>
      within(address, slot => {
        const head = headFor(slot, address)
        if (head === null) return []
        const last = Math.min(head.version, (before ?? Number.POSITIVE_INFINITY) - 1)
        const first = Math.max(after + 1, last - limit + 1, 1)
        return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
          slot.entry(first + index)
        ).filter(entry => entry !== null)
      }),
    record: (address, tid) =>
      within(address, slot => (headFor(slot, address) === null ? null : slot.record(tid))),
    list: (owner, page) => backend.list(owner, { ...page, wall: Date.now() }),
    orphans: () => backend.unfinished(),
    publish: async (address, tid, event) => log.append(keyOf(address), tid, event),
    events: (address, after, signal) => log.read(keyOf(address), after, signal),
    close: async () => {
      clearInterval(sweeper)
      await backend.close()
    }
  }
}

/** Rows without what has expired and is not swept yet. */
const unexpired = (
  rows: Rows,
  wall: number
): Omit<Rows, 'tombstone'> & Pick<Slot, 'tombstone'> => ({
  ...rows,
  record(tid) {
    const record = rows.record(tid)
    const expired = record?.expiresAt != null && record.expiresAt <= wall
    return expired && record.state === 'entered' ? null : record
  },
  tombstone() {
    const tombstone = rows.tombstone()
    return tombstone !== null && (tombstone.until === null || tombstone.until > wall)
  }
})

const keyOf = (address: Address): string => JSON.stringify([address.tenant, address.conversation])
