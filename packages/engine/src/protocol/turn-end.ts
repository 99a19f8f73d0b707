import type {
  CommitRequest,
  Committed,
  Failed,
  Grant,
  GrantKey,
  NextTurn,
  TurnEvent
} from '../ports/store.ts'
import type { Address, Failure, Reply, TurnRecord } from '../ports/stored-conversation.ts'
import { isSameJson } from '../same-json.ts'
import { oweDelivery } from './delivery.ts'
import { grantedWith, heldBy } from './grant.ts'
import { dropFromQueue, grantNext } from './queue.ts'
import { endedRecord } from './record.ts'
import { existsFor, expiry, headFor, type Slot } from './slot.ts'

/** Appends the entry, advances the head, ends the record and grants the head of the queue. */
export const commit = (slot: Slot, key: GrantKey, request: CommitRequest): Committed => {
  if (slot.tombstone()) return { kind: 'gone' }
  const known = headFor(slot, key.address)
  const record = known === null ? null : slot.record(key.tid)
  if (known === null || record === null) return { kind: 'lost' }
  if (record.state === 'entered' && record.turn !== null) {
    const entry = slot.entry(record.turn)
    if (entry === null) return { kind: 'gone' }
    return { kind: 'committed', entry, next: grantedWith(slot, known, key, record.end) }
  }
  const head = heldBy(slot, key)
  if (head === null) return { kind: 'lost' }
  if (!request.heard.every(reply => isJournaled(record, reply))) return { kind: 'unheard' }
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
    workflow: entry.workflow,
    ref: request.ref,
    state: request.state,
    lastTurnAt: entry.at,
    expiresAt: expiry(slot.wall, slot.retention.conversation)
  }
  slot.putHead(advanced)
  if (request.deliver) oweDelivery(slot, entry.turn)
  slot.emit(key.tid, request.event)
  const next = grantNext(slot, advanced, key.owner, request.next)
  putEnd(slot, key, record, next, { state: 'entered', turn: entry.turn, failure: null })
  return { kind: 'committed', entry, next }
}

const isJournaled = ({ replies }: TurnRecord, reply: Reply): boolean =>
  replies.some(kept => isSameJson(kept, reply))

const putEnd = (
  slot: Slot,
  key: GrantKey,
  record: TurnRecord,
  next: Grant | null,
  how: Pick<TurnRecord, 'state' | 'turn' | 'failure'>
): void => {
  const expiresAt = expiry(slot.wall, slot.retention.idempotency)
  const end = { fence: key.fence, next: next?.fence ?? null }
  slot.putRecord(endedRecord(record, { ...how, end, expiresAt }))
}

/** Ends a turn without an entry, because nothing has been done. */
export const fail = (
  slot: Slot,
  key: GrantKey,
  request: { failure: Failure; retryable: boolean; event: TurnEvent; next: NextTurn }
): Failed => {
  if (slot.tombstone()) return { kind: 'gone' }
  const known = headFor(slot, key.address)
  const record = known === null ? null : slot.record(key.tid)
  if (known === null || record === null) return { kind: 'lost' }
  const { state, failure } = record
  if (failure !== null && (state === 'failed-final' || state === 'failed-retryable')) {
    const next = grantedWith(slot, known, key, record.end)
    return { kind: 'failed', failure, retryable: state === 'failed-retryable', next }
  }
  const head = heldBy(slot, key)
  if (head === null) return { kind: 'lost' }
  const idle = { ...head, lease: null, tid: null, cancel: false }
  slot.putHead(idle)
  slot.emit(key.tid, request.event)
  const next = grantNext(slot, idle, key.owner, request.next)
  putEnd(slot, key, record, next, {
    state: request.retryable ? 'failed-retryable' : 'failed-final',
    turn: null,
    failure: request.failure
  })
  return { kind: 'failed', failure: request.failure, retryable: request.retryable, next }
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

/** Removes everything of a conversation, readable or not, and leaves a contentless tombstone. */
export const erase = (slot: Slot, address: Address): 'erased' | 'unknown' => {
  if (!existsFor(slot, address)) return 'unknown'
  slot.clear()
  slot.bury(expiry(slot.wall, slot.retention.idempotency))
  return 'erased'
}
