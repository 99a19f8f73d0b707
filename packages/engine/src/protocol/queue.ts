import type { Grant, NextTurn } from '../ports/store.ts'
import type { Failure, Head, TurnRecord } from '../ports/stored-conversation.ts'
import { grant, unfinished } from './grant.ts'
import { endedRecord } from './record.ts'
import { expiry, type Slot } from './slot.ts'

/** Most turns that may wait for one conversation. */
export const queueLimit = 16

/** The answer of a turn that waited too long. */
export const waitedTooLong: Failure = {
  code: 'ERR_QUEUE_TIMEOUT',
  message: 'The message waited too long behind others and was not sent.',
  details: { retryAfter: 5 }
}

/** Ends a waiting turn for good: it will never be sent. */
export const dropFromQueue = (
  slot: Slot,
  head: Head,
  record: TurnRecord,
  failure: Failure
): Head => {
  const shorter = { ...head, queue: head.queue.filter(tid => tid !== record.tid) }
  slot.putHead(shorter)
  slot.putRecord(
    endedRecord(record, {
      state: 'failed-final',
      turn: null,
      failure,
      end: null,
      expiresAt: expiry(slot.wall, slot.retention.idempotency)
    })
  )
  return shorter
}

/**
 * Ends the waiting turns whose time is over. Whoever is about to grant looks first: a message that
 * nobody waits for any more must not be sent, and must not hold up the others.
 */
export const dropOverdue = (slot: Slot, head: Head): Head => {
  let current = head
  for (const tid of head.queue) {
    const record = slot.record(tid)
    if (record?.expiresAt != null && record.expiresAt <= slot.wall)
      current = dropFromQueue(slot, current, record, waitedTooLong)
  }
  return current
}

/** Grants the head of the queue to the worker that has just finished a turn. */
export const grantNext = (slot: Slot, idle: Head, owner: string, next: NextTurn): Grant | null => {
  const head = dropOverdue(slot, idle)
  const tid = head.queue[0]
  return next === null || tid === undefined
    ? null
    : takeOver(slot, head, tid, { owner, lease: next.lease })
}

/** Grants a turn that is there already: one that waits, or one that another worker left behind. */
export const takeOver = (
  slot: Slot,
  head: Head,
  tid: string,
  worker: { owner: string; lease: number }
): Grant => grant(slot, head, unfinished(slot, tid), worker)
