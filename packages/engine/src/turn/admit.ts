import { type ErrorCode, isTurnwiseError, shuttingDown, TurnwiseError } from '../errors.ts'
import type { Admission, AdmitRequest, Grant, StoredEvent } from '../ports/store.ts'
import type { Entry, Failure } from '../ports/stored-conversation.ts'
import { waitedTooLong } from '../protocol/queue.ts'
import type { ConversationState } from '../workflow/state.ts'
import { writeAhead } from './ahead.ts'
import type { Run } from './commit.ts'
import { noticeAfter } from './notice.ts'
import type { Parts } from './parts.ts'
import { runTurn } from './run-turn.ts'

/** How a turn that was handed in ended. */
export type Ended =
  | { kind: 'entry'; entry: Entry; state: ConversationState | null; replayed: boolean }
  | { kind: 'failure'; failure: Failure; retryable: boolean; replayed: boolean }

/** Told once, as soon as the turn is known to be neither refused nor over. */
export type UnderWay = () => void

/** Runs work that outlives the request that began it. */
export type Background = (work: Promise<unknown>) => void

/**
 * Brings a turn to its end: runs it when it is granted, first finishes what others left behind,
 * otherwise waits for whoever runs it. Never runs a turn that has ended.
 *
 * @throws TurnwiseError for whatever the store answers that is no end: unknown, mismatch, full, …
 */
export const admit = async (
  request: AdmitRequest,
  parts: Parts,
  background: Background,
  underWay: UnderWay
): Promise<Ended> => {
  const deadline = parts.clock.elapsed() + parts.queueWait
  // Nearly every turn is granted at once: only who was told to wait listens, and asks again.
  let waits = false
  for (let attempt = 0; ; attempt += 1) {
    const events = new AbortController()
    // Listening begins before asking, so that an end between the two is not missed.
    const end = waits ? nextEnd(request, parts, events.signal) : null
    try {
      // What was written for a head that is another by now is written anew, on that one.
      const written = attempt === 0 ? await writeAhead(request, parts) : null
      const asked = { ...request, ahead: written?.ahead ?? null }
      const admission = await parts.admissions.admit(asked, background)
      if (admission.kind === 'done')
        return { ...admission, kind: 'entry', state: null, replayed: attempt === 0 }
      if (admission.kind === 'failed')
        return { ...admission, kind: 'failure', retryable: false, replayed: attempt === 0 }
      if (isRefusal(admission)) throw refusalOf(admission)
      underWay()
      if (admission.kind === 'granted' || admission.kind === 'orphan') {
        const marked = admission.kind === 'granted' && admission.marked
        if (marked) for (const observation of written?.observed ?? []) parts.observe(observation)
        const run = await drive(admission.grant, marked, parts, background)
        if (run !== null && admission.kind === 'granted') return endOf(run)
        continue
      }
      waits = true
      if (end === null) continue
      const queued = admission.kind === 'queued'
      const over = queued ? AbortSignal.any([events.signal, parts.closing]) : events.signal
      const waited = await Promise.race([end, parts.clock.sleep(parts.lease / 3, over)])
      // It keeps its place: another worker, or the next one, runs it.
      if (queued && parts.closing.aborted) throw shuttingDown()
      if (waited?.event === 'turn-failed' && waited.tid === request.tid && waited.data.retryable)
        return { kind: 'failure', ...waited.data, replayed: false }
      if (queued && parts.clock.elapsed() > deadline)
        await parts.store.withdraw(request.address, request.tid, waitedTooLong)
    } finally {
      if (waits) events.abort()
    }
  }
}

/**
 * Finishes what dead workers left in a conversation, one turn after the other.
 *
 * @param which `only` names the one turn that may be finished; null for whatever there is
 */
export const resolveOrphans = async (
  address: AdmitRequest['address'],
  { only }: { only: string | null },
  parts: Parts,
  background: Background
): Promise<void> => {
  const grant = await parts.admissions.adopt(address, parts.lease, background)
  if (grant === null) return
  if (only === null || only === grant.tid) await drive(grant, false, parts, background)
  else await parts.store.release(grant)
}

/**
 * Runs a turn, then, in the background, those that the store grants next.
 *
 * @returns null when another worker has taken the turn over: what it makes of it is the answer
 */
const drive = async (
  grant: Grant,
  marked: boolean,
  parts: Parts,
  background: Background
): Promise<Run | null> => {
  try {
    if (grant.record.attempts > 1)
      parts.observe({ event: 'orphan-resolved', tid: grant.tid, how: grant.record.state })
    const run = await runTurn(grant, marked, parts)
    if (run.next !== null) background(drive(run.next, false, parts, background))
    return run
  } catch (error) {
    if (!isTurnwiseError(error) || error.code !== 'ERR_LEASE_LOST') throw error
    background(tellOfLate(grant, parts, background))
    return null
  }
}

/** What was heard after all, when the turn had ended without it, becomes a turn of its own. */
const tellOfLate = async (grant: Grant, parts: Parts, background: Background): Promise<void> => {
  const notice = await noticeAfter(grant, parts)
  if (notice !== null) await admit(notice, parts, background, () => {})
}

const endOf = ({ end }: Run): Ended =>
  end.kind === 'entry' ? { ...end, replayed: false } : { ...end, kind: 'failure', replayed: false }

type End = Extract<StoredEvent, { event: 'turn-committed' | 'turn-failed' }>

/** The next end of any turn of the conversation: that is when a waiting one may have its chance. */
const nextEnd = async (
  request: AdmitRequest,
  parts: Parts,
  signal: AbortSignal
): Promise<End | undefined> => {
  try {
    for await (const event of parts.store.events(request.address, null, signal))
      if (event.event === 'turn-committed' || event.event === 'turn-failed') return event
  } catch {
    // Listening only saves time: without it the next look at the store comes a little later.
    await parts.clock.sleep(parts.lease / 3, signal)
  }
  return undefined
}

type Refused = Exclude<
  Admission['kind'],
  'granted' | 'orphan' | 'done' | 'failed' | 'running' | 'queued'
>

const refusals: Record<Refused, [ErrorCode, string]> = {
  full: ['ERR_QUEUE_FULL', 'Too many messages wait for this conversation.'],
  busy: ['ERR_CONVERSATION_BUSY', 'Another message of this conversation is being answered.'],
  mismatch: ['ERR_IDEMPOTENCY_MISMATCH', 'This key was used for another request.'],
  regressed: ['ERR_CONVERSATION_REGRESSED', 'The conversation is not what this client has seen.'],
  unknown: ['ERR_CONVERSATION_UNKNOWN', 'There is no such conversation.'],
  gone: ['ERR_CONVERSATION_GONE', 'There is no such conversation.']
}

const isRefusal = (admission: Admission): admission is Extract<Admission, { kind: Refused }> =>
  Object.hasOwn(refusals, admission.kind)

const refusalOf = (admission: Extract<Admission, { kind: Refused }>): TurnwiseError => {
  const [code, message] = refusals[admission.kind]
  const retryable = admission.kind === 'full' || admission.kind === 'busy'
  return new TurnwiseError(code, message, {
    retryable,
    details: retryable ? { retryAfter: 2 } : {}
  })
}
