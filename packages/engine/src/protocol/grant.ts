import type { Grant, GrantKey } from '../ports/store.ts'
import type { Head, TurnRecord } from '../ports/stored-conversation.ts'
import { headFor, type Slot } from './slot.ts'

/** Gives a worker the right to advance the conversation by this turn, under a new fence. */
export const grant = (
  slot: Slot,
  head: Head,
  record: TurnRecord,
  worker: { owner: string; lease: number }
): Grant => {
  const fence = Math.max(head.fence + 1, slot.wall * 1000)
  const granted: Head = {
    ...head,
    fence,
    lease: { owner: worker.owner, until: slot.now + worker.lease },
    tid: record.tid,
    cancel: head.tid === record.tid && head.cancel,
    queue: head.queue.filter(tid => tid !== record.tid)
  }
  const started: TurnRecord = {
    ...record,
    state: record.state === 'waiting' ? 'started' : record.state,
    base: head.version,
    attempts: record.attempts + 1,
    expiresAt: null
  }
  slot.putHead(granted)
  slot.putRecord(started)
  slot.emit(record.tid, {
    event: started.attempts === 1 ? 'turn-started' : 'restart',
    data: { turn: head.version + 1 }
  })
  return {
    address: head.address,
    tid: record.tid,
    owner: worker.owner,
    fence,
    base: head.version,
    head: granted,
    record: started
  }
}

/** The head, when this grant still holds on it; a lease that ran out holds until somebody takes it. */
export const heldBy = (slot: Slot, key: GrantKey): Head | null => {
  const head = headFor(slot, key.address)
  return head !== null &&
    head.tid === key.tid &&
    head.fence === key.fence &&
    head.lease?.owner === key.owner &&
    head.version === key.base
    ? head
    : null
}

/** Whether somebody holds the conversation now. */
export const leased = (slot: Slot, head: Head): boolean =>
  head.lease !== null && head.lease.until > slot.now
