import type {
  CommitRequest,
  Committed,
  GrantKey,
  NextTurn,
  Store,
  TurnEvent
} from '../ports/store.ts'
import type { Address, Failure } from '../ports/stored-conversation.ts'
import { heldBy } from './grant.ts'
import { dropFromQueue, grantNext } from './queue.ts'
import { expiry, headFor, type Slot } from './slot.ts'

type Failed = Awaited<ReturnType<Store['fail']>>

/** Appends the entry, advances the head, ends the record and grants the head of the queue. */
export const commit = (slot: Slot, key: GrantKey, request: CommitRequest): Committed => {
  if (slot.tombstone()) return { kind: 'gone' }
  const record = slot.record(key.tid)
  if (record?.state === 'entered' && record.turn !== null) {
    const first = slot.entry(record.turn)
    return first === null ? { kind: 'gone' } : { kind: 'committed', entry: first, next: null }
  }
  const head = heldBy(slot, key)
  if (head === null || record === null) return { kind: 'lost' }
  const { entry } = request
  if (entry.tid !== key.tid || entry.turn !== key.base + 1 || entry.previous !== head.hash)
    throw new TypeError(
      `entry ${entry.turn} of ${entry.tid} does not follow version ${head.version}`
    )

  slot.appendEntry(entry)
  const advanced = {
    ...head,
    version: entry.turn,
    hash: entry.hash,
    lease: null,
    tid: null,
    cancel: false,
    ref: request.ref,
    state: request.state,
    lastTurnAt: entry.at,
    expiresAt: expiry(slot.wall, slot.retention.conversation)
  }
  slot.putHead(advanced)
  // The entry has the input, the queries and the replies; the record only leads to it from here on.
  slot.putRecord({
    ...record,
    state: 'entered',
    turn: entry.turn,
    queries: [],
    replies: [],
    expiresAt: expiry(slot.wall, slot.retention.idempotency)
  })
  slot.emit(key.tid, request.event)
  return { kind: 'committed', entry, next: grantNext(slot, advanced, key.owner, request.next) }
}

/** Ends a turn without an entry, because nothing has been done. */
export const fail = (
  slot: Slot,
  key: GrantKey,
  request: { failure: Failure; retryable: boolean; event: TurnEvent; next: NextTurn }
): Failed => {
  if (slot.tombstone()) return { kind: 'gone' }
  const head = heldBy(slot, key)
  const record = slot.record(key.tid)
  if (head === null || record === null) return { kind: 'lost' }
  const idle = { ...head, lease: null, tid: null, cancel: false }
  slot.putHead(idle)
  slot.putRecord({
    ...record,
    state: request.retryable ? 'failed-retryable' : 'failed-final',
    failure: request.failure,
    base: null,
    expiresAt: expiry(slot.wall, slot.retention.idempotency)
  })
  slot.emit(key.tid, request.event)
  return { kind: 'failed', next: grantNext(slot, idle, key.owner, request.next) }
}

/** Takes a waiting turn out of the queue for good; a turn that has started stays. */
export const withdraw = (
  slot: Slot,
  address: Address,
  tid: string,
  failure: Failure
): 'withdrawn' | 'not-waiting' => {
  const head = headFor(slot, address)
  const record = slot.record(tid)
  if (head === null || record?.state !== 'waiting') return 'not-waiting'
  dropFromQueue(slot, head, record, failure)
  return 'withdrawn'
}

/** Asks the holder of the turn in flight to stop. */
export const stop = (slot: Slot, address: Address): boolean => {
  const head = headFor(slot, address)
  if (head === null || head.tid === null) return false
  slot.putHead({ ...head, cancel: true })
  return true
}

/** Removes everything of a conversation and leaves a contentless tombstone. */
export const erase = (slot: Slot, address: Address): 'erased' | 'unknown' => {
  if (headFor(slot, address) === null) return 'unknown'
  slot.clear()
  slot.bury(expiry(slot.wall, slot.retention.idempotency))
  return 'erased'
}
