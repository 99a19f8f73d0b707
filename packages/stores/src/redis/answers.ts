import type { Address, Admission, AdmitRequest, Failure, Grant } from '@turnwise/engine'
import { asked, newRecord } from '@turnwise/engine/protocol'
import { unpack } from '../packed/pack.ts'
import type { RedisReply } from './client.ts'
import { unreadable } from './faults.ts'
import { entryOf, headOf, recordOf } from './rows.ts'
import type { Answer } from './run-scripts.ts'

/** Reads what the script of admission says. */
export const admissionOf = (request: AdmitRequest, [kind, rest, ...more]: Answer): Admission => {
  const { address } = request
  switch (kind) {
    case 'marked':
      return { kind: 'granted', grant: grantAhead(request, [rest, ...more]), marked: true }
    case 'granted':
      return { kind, grant: grantOf(address, rest), marked: false }
    case 'orphan':
      return { kind, grant: grantOf(address, rest) }
    case 'done':
      return { kind, entry: reading(() => entryOf(rest)) }
    case 'failed':
      return { kind, failure: reading(() => unpack<Failure>(rest as Buffer)) }
    case 'running':
      return { kind, turn: Number(rest) }
    case 'queued':
      return { kind, ahead: Number(rest) }
    case 'full':
    case 'busy':
    case 'mismatch':
    case 'regressed':
    case 'unknown':
    case 'gone':
      return { kind }
    default:
      throw new TypeError(`an admission that nobody knows: ${kind}`)
  }
}

/** Reads a grant as the scripts return it. */
export const grantOf = (address: Address, reply: RedisReply | undefined): Grant =>
  reading(() => {
    const [fields, queue, turn] = reply as readonly RedisReply[]
    const head = headOf(address, fields, queue)
    const { tid, lease, fence, version: base } = head
    const record = tid === null ? null : recordOf(tid, turn)
    if (tid === null || lease === null || record === null || record.input === null)
      throw new SyntaxError('a grant without its turn')
    return {
      address,
      tid,
      owner: lease.owner,
      fence,
      base,
      head,
      record: { ...record, input: record.input }
    }
  })

/** The grant of a turn that was marked ahead: the head that was known, and what the script has added. */
const grantAhead = (request: AdmitRequest, told: readonly (RedisReply | undefined)[]): Grant => {
  const { address, tid, owner, lease, ahead } = request
  if (ahead === null) throw new TypeError('nothing was written ahead')
  const [fence = Number.NaN, now = Number.NaN, expires] = told.map(Number)
  const { head, mark } = ahead
  const { version: base, workflow } = head
  const record = newRecord(request, workflow, now, 'started')
  return {
    address,
    tid,
    owner,
    fence,
    base,
    head: {
      ...head,
      fence,
      lease: { owner, until: now + lease },
      tid,
      cancel: false,
      queue: [],
      expiresAt: expires || null
    },
    record: asked({ ...record, base, attempts: 1 }, mark)
  }
}

/** Reads a grant where there may be none. */
export const grantOrNull = (address: Address, reply: RedisReply | undefined): Grant | null =>
  Array.isArray(reply) ? grantOf(address, reply) : null

/** What does not decode was not written by us, or not by this version. */
export const reading = <T>(decode: () => T): T => {
  try {
    return decode()
  } catch (error) {
    throw unreadable(error)
  }
}
