import type { AskingMark, GrantKey, Store } from '../ports/store.ts'
import type { Address, Reply, TurnRecord } from '../ports/stored-conversation.ts'
import { heldBy } from './grant.ts'
import { ended } from './record.ts'
import { headFor, type Slot } from './slot.ts'

type Journaled = Awaited<ReturnType<Store['journal']>>
type Renewed = Awaited<ReturnType<Store['renew']>>

/** Marks durably, before the first byte is sent, what is about to be sent. */
export const asking = (slot: Slot, key: GrantKey, mark: AskingMark): 'marked' | 'lost' | 'gone' => {
  if (slot.tombstone()) return 'gone'
  const record = slot.record(key.tid)
  if (heldBy(slot, key) === null || record === null) return 'lost'
  slot.putRecord(asked(record, mark))
  return 'marked'
}

/** A record with what its turn is about to ask. */
export const asked = <Kept extends TurnRecord>(record: Kept, mark: AskingMark): Kept => ({
  ...record,
  state: 'asking',
  queries: [...record.queries.slice(0, mark.ask), mark.query],
  handles: mark.handles
})

/** Keeps the raw reply; the first reply of an ask wins, whoever brings it. */
export const journal = (
  slot: Slot,
  key: Pick<GrantKey, 'address' | 'tid' | 'base'>,
  reply: Reply
): Journaled => {
  const record = headFor(slot, key.address) === null ? null : slot.record(key.tid)
  if (record === null) return { kind: 'gone' }
  if (ended(record) || record.base !== key.base) {
    if (record.late === null) slot.putRecord({ ...record, late: reply })
    return { kind: 'late' }
  }
  const earlier = record.replies.find(kept => kept.ask === reply.ask)
  if (earlier !== undefined) return { kind: 'earlier', reply: earlier }
  slot.putRecord({ ...record, state: 'replied', replies: [...record.replies, reply] })
  return { kind: 'kept', reply }
}

/** Keeps the lease alive and tells whether to stop. */
export const renew = (slot: Slot, key: GrantKey, lease: number): Renewed => {
  const head = heldBy(slot, key)
  if (head === null) return { kind: 'lost' }
  slot.putHead({ ...head, lease: { owner: key.owner, until: slot.now + lease } })
  return { kind: 'renewed', cancel: head.cancel }
}

/**
 * Gives the lease back with the turn unfinished. The attempt does not count: the worker could not
 * run the turn at all, and that is no reason to think that the turn breaks its workers.
 */
export const release = (slot: Slot, key: GrantKey): void => {
  const head = heldBy(slot, key)
  const record = slot.record(key.tid)
  if (head === null || record === null) return
  slot.putHead({ ...head, lease: null })
  slot.putRecord({ ...record, attempts: record.attempts - 1 })
}

/**
 * Takes back what an admission was granted whose answer nobody has heard: nothing was done with it. The
 * attempt does not count, and what was marked with the admission itself has not been sent.
 *
 * @param owner of that one admission, and of no other
 */
export const retract = (slot: Slot, address: Address, owner: string): void => {
  const head = headFor(slot, address)
  if (head === null || head.tid === null || head.lease?.owner !== owner) return
  const record = slot.record(head.tid)
  if (record === null) return
  slot.putHead({ ...head, lease: null })
  // A turn that was granted before may have been sent by then, and its mark is of that time.
  const unsent = record.attempts === 1 && record.state === 'asking'
  slot.putRecord({
    ...record,
    ...(unsent ? { state: 'started', queries: [], handles: null } : {}),
    attempts: record.attempts - 1
  })
}
