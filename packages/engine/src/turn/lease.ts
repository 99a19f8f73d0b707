import { TurnwiseError } from '../errors.ts'
import type { Grant } from '../ports/store.ts'
import type { Parts } from './parts.ts'

/** The right to run a turn, kept alive while it runs. */
export type Lease = {
  /** Aborts with reason `stopped` when the user asks, or `lost` when another worker took over. */
  readonly signal: AbortSignal
  /** Why it aborted, or null while the lease holds. */
  readonly over: () => 'stopped' | 'lost' | null
  readonly end: () => void
}

/** Another worker has the turn now; what it makes of it is the answer. */
export const lostLease = (): TurnwiseError =>
  new TurnwiseError('ERR_LEASE_LOST', 'Another worker has taken this turn over.', {
    retryable: true
  })

/** Renews a lease every third of its length and listens for a stop, until it is ended. */
export const keepLease = (grant: Grant, parts: Parts): Lease => {
  const running = new AbortController()
  const ended = new AbortController()
  const both = AbortSignal.any([running.signal, ended.signal])
  let over: 'stopped' | 'lost' | null = null
  const finish = (reason: 'stopped' | 'lost'): void => {
    over ??= reason
    running.abort(over)
  }

  const renewing = async (): Promise<void> => {
    while (!both.aborted) {
      await parts.clock.sleep(parts.lease / 3, both)
      if (both.aborted) return
      // A store that cannot be reached now may be there at the next beat; the fence decides in the end.
      const renewed = await parts.store.renew(grant, parts.lease).catch(() => null)
      if (renewed?.kind === 'lost') finish('lost')
      if (renewed?.kind === 'renewed' && renewed.cancel) finish('stopped')
    }
  }
  const listening = async (): Promise<void> => {
    await parts.store.untilStopped(grant.address, grant.tid, both)
    if (!both.aborted) finish('stopped')
  }
  void renewing()
  void listening().catch(() => {})
  return { signal: running.signal, over: () => over, end: () => ended.abort() }
}
