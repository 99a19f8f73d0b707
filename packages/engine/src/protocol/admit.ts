import type { Admission, AdmitRequest, Grant } from '../ports/store.ts'
import type { Address, Head, TurnRecord } from '../ports/stored-conversation.ts'
import { grant, leased } from './grant.ts'
import { dropOverdue, queueLimit, takeOver } from './queue.ts'
import { newRecord } from './record.ts'
import { expiry, headFor, type Slot } from './slot.ts'
import { asked } from './turn-progress.ts'

/** Asks for the right to run a turn, or for what became of it. */
export const admit = (slot: Slot, request: AdmitRequest): Admission => {
  if (slot.tombstone()) return { kind: 'gone' }
  const found = headFor(slot, request.address) ?? createHead(slot, request)
  if (found === null) return { kind: hasSeen(request) ? 'regressed' : 'unknown' }
  if (request.seen !== null && regressed(slot, found, request.seen)) return { kind: 'regressed' }

  const head = dropOverdue(slot, touch(slot, found))
  const record = slot.record(request.tid)
  if (record === null) {
    // A record may have expired while its entry is still there: the key is not new then.
    const entry = request.seen && slot.entryOf(request.tid, request.seen.version)
    if (entry) return { kind: 'done', entry }
  } else {
    if (record.fingerprint !== request.fingerprint) return { kind: 'mismatch' }
    const end = endOf(slot, record)
    if (end !== null) return end
  }
  return enter(slot, head, record, request)
}

const createHead = (slot: Slot, request: AdmitRequest): Head | null => {
  if (request.create === null) return null
  const expired = slot.head()
  if (expired !== null && expired.address.user !== request.address.user) return null
  if (expired !== null) slot.clear()
  const at = new Date(slot.wall).toISOString()
  return {
    address: request.address,
    ...request.create,
    version: 0,
    hash: '',
    // Who held the one before it must not hold this one.
    fence: expired?.fence ?? 0,
    lease: null,
    tid: null,
    cancel: false,
    queue: [],
    createdAt: at,
    lastTurnAt: at,
    expiresAt: expiry(slot.wall, slot.retention.conversation)
  }
}

/** Being used keeps a conversation; it is written with the turn that is admitted. */
const touch = (slot: Slot, head: Head): Head => ({
  ...head,
  expiresAt: expiry(slot.wall, slot.retention.conversation)
})

/** Whoever has read a conversation before its first entry has seen nothing that could be missing. */
const hasSeen = ({ seen }: AdmitRequest): boolean =>
  seen !== null && (seen.version > 0 || seen.hash !== '')

/** The client knows a version that this store does not have, or has otherwise. */
const regressed = (slot: Slot, head: Head, seen: { version: number; hash: string }): boolean => {
  if (seen.version > head.version) return true
  if (seen.version === head.version) return seen.hash !== head.hash
  const hash = seen.version === 0 ? '' : slot.entry(seen.version)?.hash
  return seen.hash !== hash
}

const endOf = (slot: Slot, record: TurnRecord): Admission | null => {
  if (record.state === 'failed-final' && record.failure !== null)
    return { kind: 'failed', failure: record.failure }
  if (record.state !== 'entered' || record.turn === null) return null
  const entry = slot.entry(record.turn)
  return entry === null ? { kind: 'gone' } : { kind: 'done', entry }
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
  if (earlier?.state === 'waiting')
    return {
      kind: 'granted',
      grant: takeOver(slot, head, request.tid, request),
      marked: false
    }
  const { ahead } = request
  const started = newRecord(request, head.workflow, slot.wall, 'started')
  // A head without entries has no hash that names it.
  return ahead !== null && head.hash !== '' && ahead.head.hash === head.hash
    ? {
        kind: 'granted',
        grant: grant(slot, head, asked(started, ahead.mark), request),
        marked: true
      }
    : { kind: 'granted', grant: grant(slot, head, started, request), marked: false }
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
  slot.putRecord(newRecord(request, head.workflow, slot.wall, 'waiting'))
  slot.putHead({
    ...head,
    queue: [...head.queue, request.tid],
    cancel: head.cancel || request.waiting === 'interrupt'
  })
  return { kind: 'queued', ahead: head.queue.length }
}

/** Takes over what another worker left unfinished, without anything new to admit. */
export const adopt = (
  slot: Slot,
  address: Address,
  worker: { owner: string; lease: number }
): Grant | null => {
  const found = headFor(slot, address)
  if (found === null || (found.tid !== null && leased(slot, found))) return null
  const head = dropOverdue(slot, found)
  const tid = head.tid ?? head.queue[0]
  return tid === undefined ? null : takeOver(slot, head, tid, worker)
}
