import type {
  Address,
  Admission,
  AdmitRequest,
  Entry,
  Grant,
  Head,
  TurnRecord
} from '../ports/store.ts'
import { grant, leased } from './grant.ts'
import { dropFromQueue, queueLimit, waitedTooLong } from './queue.ts'
import { expiry, headFor, type Slot } from './slot.ts'

/** Asks for the right to run a turn, or for what became of it. */
export const admit = (slot: Slot, request: AdmitRequest): Admission => {
  if (slot.tombstone()) return { kind: 'gone' }
  const found = headFor(slot, request.address) ?? createHead(slot, request)
  if (found === null) return { kind: 'unknown' }
  if (request.seen !== null && regressed(slot, found, request.seen)) return { kind: 'regressed' }

  const head = expireWaiting(slot, touch(slot, found), request)
  const record = slot.record(request.tid)
  if (record === null) {
    const entry = findAfter(slot, head, request)
    if (entry !== null) return { kind: 'done', entry }
  } else {
    if (record.fingerprint !== request.fingerprint) return { kind: 'mismatch' }
    const ended = endOf(slot, record)
    if (ended !== null) return ended
  }
  return enter(slot, head, record, request)
}

const createHead = (slot: Slot, request: AdmitRequest): Head | null => {
  if (request.create === null) return null
  const existing = slot.head()
  if (existing !== null && existing.address.user !== request.address.user) return null
  if (existing !== null) slot.clear()
  const at = new Date(slot.wall).toISOString()
  return {
    address: request.address,
    ...request.create,
    version: 0,
    hash: '',
    fence: 0,
    lease: null,
    tid: null,
    cancel: false,
    queue: [],
    createdAt: at,
    lastTurnAt: at,
    expiresAt: expiry(slot.wall, slot.retention.conversation)
  }
}

const touch = (slot: Slot, head: Head): Head => ({
  ...head,
  expiresAt: expiry(slot.wall, slot.retention.conversation)
})

/** The client knows a version that this store does not have, or has otherwise. */
const regressed = (slot: Slot, head: Head, seen: { version: number; hash: string }): boolean =>
  seen.version > head.version ||
  (seen.version === head.version ? head.hash : slot.entry(seen.version)?.hash) !== seen.hash

/** A record may have expired while its entry is still there: the key is not new then. */
const findAfter = (slot: Slot, head: Head, request: AdmitRequest): Entry | null => {
  if (request.seen === null) return null
  for (let turn = request.seen.version + 1; turn <= head.version; turn += 1) {
    const entry = slot.entry(turn)
    if (entry?.tid === request.tid) return entry
  }
  return null
}

const endOf = (slot: Slot, record: TurnRecord): Admission | null => {
  if (record.state === 'failed-final' && record.failure !== null)
    return { kind: 'failed', failure: record.failure }
  if (record.state !== 'entered' || record.turn === null) return null
  const entry = slot.entry(record.turn)
  return entry === null ? { kind: 'gone' } : { kind: 'done', entry }
}

/** Waiting turns whose time is over will never be sent; they must not hold up the others. */
const expireWaiting = (slot: Slot, head: Head, request: AdmitRequest): Head => {
  let current = head
  for (const tid of head.queue) {
    const record = slot.record(tid)
    if (record !== null && Date.parse(record.admittedAt) + request.wait < slot.wall)
      current = dropFromQueue(slot, current, record, waitedTooLong)
  }
  return current
}

const enter = (
  slot: Slot,
  head: Head,
  earlier: TurnRecord | null,
  request: AdmitRequest
): Admission => {
  if (head.tid !== null) {
    if (!leased(slot, head))
      return { kind: 'orphan', grant: takeOver(slot, head, head.tid, request) }
    if (head.tid === request.tid) return { kind: 'running', turn: head.version + 1 }
    return wait(slot, head, earlier, request)
  }
  const first = head.queue[0]
  if (first !== undefined && first !== request.tid) {
    return request.drives
      ? { kind: 'orphan', grant: takeOver(slot, head, first, request) }
      : wait(slot, head, earlier, request)
  }
  const record = earlier?.state === 'waiting' ? earlier : newRecord(slot, request, head, 'started')
  return { kind: 'granted', grant: grant(slot, head, record, request) }
}

const takeOver = (
  slot: Slot,
  head: Head,
  tid: string,
  worker: { owner: string; lease: number }
): Grant => {
  const record = slot.record(tid)
  if (record === null) throw new TypeError(`turn ${tid} has no record`)
  return grant(slot, head, record, worker)
}

const wait = (
  slot: Slot,
  head: Head,
  earlier: TurnRecord | null,
  request: AdmitRequest
): Admission => {
  const place = head.queue.indexOf(request.tid)
  if (place >= 0 && earlier?.state === 'waiting') return { kind: 'queued', ahead: place }
  if (request.waiting === 'reject') return { kind: 'busy' }
  if (head.queue.length >= queueLimit) return { kind: 'full' }
  slot.putRecord(newRecord(slot, request, head, 'waiting'))
  slot.putHead({
    ...head,
    queue: [...head.queue, request.tid],
    cancel: head.cancel || request.waiting === 'interrupt'
  })
  return { kind: 'queued', ahead: head.queue.length }
}

const newRecord = (
  slot: Slot,
  request: AdmitRequest,
  head: Head,
  state: 'started' | 'waiting'
): TurnRecord => ({
  tid: request.tid,
  route: request.route,
  fingerprint: request.fingerprint,
  input: request.input,
  state,
  workflow: head.workflow,
  base: null,
  attempts: 0,
  admittedAt: new Date(slot.wall).toISOString(),
  queries: [],
  handles: null,
  replies: [],
  late: null,
  turn: null,
  failure: null,
  expiresAt: expiry(slot.wall, slot.retention.idempotency)
})

/** Takes over what another worker left unfinished, without anything new to admit. */
export const adopt = (
  slot: Slot,
  address: Address,
  worker: { owner: string; lease: number }
): Grant | null => {
  const head = headFor(slot, address)
  if (head === null || (head.tid !== null && leased(slot, head))) return null
  const tid = head.tid ?? head.queue[0]
  return tid === undefined ? null : takeOver(slot, head, tid, worker)
}
