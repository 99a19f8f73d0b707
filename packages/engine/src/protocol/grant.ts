import type { Grant, GrantKey } from '../ports/store.ts'
import type { Head, TurnEnd, UnfinishedRecord } from '../ports/stored-conversation.ts'
import { headFor, type Slot } from './slot.ts'

/** Gives a worker the right to advance the conversation by this turn, under a new fence. */
export const grant = (
  slot: Slot,
  head: Head,
  record: UnfinishedRecord,
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
  const sent = record.state === 'asking' || record.state === 'replied'
  const started: UnfinishedRecord = {
    ...record,
    state: sent ? record.state : 'started',
    workflow: sent ? record.workflow : head.workflow,
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

/**
 * The grant that came with the end of a turn, once more for the worker that ended it: the first
 * answer may have been lost on its way. Null for anybody else, and once somebody has taken it over.
 */
export const grantedWith = (
  slot: Slot,
  head: Head,
  key: GrantKey,
  end: TurnEnd | null
): Grant | null => {
  const { tid, fence, version: base } = head
  if (end === null || end.fence !== key.fence || end.next !== fence) return null
  if (tid === null || head.lease?.owner !== key.owner) return null
  return {
    address: head.address,
    tid,
    owner: key.owner,
    fence,
    base,
    head,
    record: unfinished(slot, tid)
  }
}

/** The record of a turn that somebody is about to run. */
export const unfinished = (slot: Slot, tid: string): UnfinishedRecord => {
  const record = slot.record(tid)
  if (record === null || record.input === null) throw new TypeError(`turn ${tid} cannot be run`)
  return { ...record, input: record.input }
}

/** Whether somebody holds the conversation now. */
export const leased = (slot: Slot, head: Head): boolean =>
  head.lease !== null && head.lease.until > slot.now
