import { TurnwiseError } from '../errors.ts'
import type { Grant } from '../ports/store.ts'
import type { LeaseOver } from './heartbeat.ts'
import type { Parts } from './parts.ts'

/** The right to run a turn, kept alive while it runs. */
export type Lease = {
  /** Aborts with reason `stopped` when the user asks, or `lost` when another worker took over. */
  readonly signal: AbortSignal
  /** Why it aborted, or null while the lease holds. */
  readonly over: () => LeaseOver | null
  readonly end: () => void
}

/** Another worker has the turn now; what it makes of it is the answer. */
export const lostLease = (): TurnwiseError =>
  new TurnwiseError('ERR_LEASE_LOST', 'Another worker has taken this turn over.', {
    retryable: true
  })

/** Keeps a lease with every beat and listens for a stop, until it is ended. */
export const keepLease = (grant: Grant, parts: Parts): Lease => {
  const running = new AbortController()
  const ended = new AbortController()
  let over: LeaseOver | null = null
  const end = (): void => {
    leave()
    // With a reason, because without one an error is made, stack and all, for every turn.
    ended.abort('ended')
  }
  const finish = (reason: LeaseOver): void => {
    over ??= reason
    running.abort(over)
    end()
  }
  const listening = async (): Promise<void> => {
    await parts.store.untilStopped(grant.address, grant.tid, ended.signal)
    if (!ended.signal.aborted) finish('stopped')
  }
  const leave = parts.heartbeat.keep(grant, finish)
  if (grant.head.cancel) finish('stopped')
  // The next beat tells of a stop as well, only later.
  listening().catch(() => {})
  return { signal: running.signal, over: () => over, end }
}
