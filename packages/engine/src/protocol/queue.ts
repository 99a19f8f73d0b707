import type { Failure, Grant, Head, NextTurn, TurnRecord } from '../ports/store.ts'
import { grant } from './grant.ts'
import type { Slot } from './slot.ts'

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
  slot.putRecord({ ...record, state: 'failed-final', failure })
  return shorter
}

/** Grants the head of the queue to the worker that has just finished a turn. */
export const grantNext = (slot: Slot, head: Head, owner: string, next: NextTurn): Grant | null => {
  const tid = head.queue[0]
  if (next === null || tid === undefined) return null
  const record = slot.record(tid)
  if (record?.state !== 'waiting') throw new TypeError(`queued turn ${tid} has no waiting record`)
  return grant(slot, head, record, { owner, lease: next.lease })
}
