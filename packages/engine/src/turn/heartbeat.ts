import type { Clock } from '../ports/clock.ts'
import type { Grant, Store } from '../ports/store.ts'

/** Why a lease is over: somebody asked to stop the turn, or it is another worker's by now. */
export type LeaseOver = 'stopped' | 'lost'

/** Keeps the leases of a worker alive. */
export type Heartbeat = {
  /** Renews a lease with every beat, until what is returned is called. */
  keep: (grant: Grant, over: (reason: LeaseOver) => void) => () => void
  /** Whether this worker runs a turn right now. */
  holds: (tid: string) => boolean
}

type Kept = { grant: Grant; over: (reason: LeaseOver) => void; renewedAt: number; waits: boolean }

/**
 * Renews all leases of a worker in one beat, every third of their length, so that a store can write
 * them together.
 *
 * A store that cannot be reached may be there again at the next beat: the fence decides whose turn it
 * is. But once renewing has failed for a whole lease somebody else may have the turn, and its worker
 * stops.
 */
export const heartbeat = (store: Pick<Store, 'renew'>, clock: Clock, lease: number): Heartbeat => {
  const kept = new Set<Kept>()
  let idle: AbortController | null = null

  const renew = async (one: Kept): Promise<void> => {
    if (one.waits) return
    one.waits = true
    const began = clock.elapsed()
    const renewed = await store.renew(one.grant, lease).catch(() => null)
    one.waits = false
    if (!kept.has(one)) return
    if (renewed?.kind === 'renewed') one.renewedAt = began
    const late = clock.elapsed() - one.renewedAt >= lease
    if (renewed?.kind === 'lost' || (renewed === null && late)) one.over('lost')
    else if (renewed?.kind === 'renewed' && renewed.cancel) one.over('stopped')
  }

  const beat = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await clock.sleep(lease / 3, signal)
      for (const one of kept) void renew(one)
    }
  }

  const leave = (one: Kept): void => {
    if (!kept.delete(one) || kept.size > 0) return
    idle?.abort('idle')
    idle = null
  }

  return {
    holds: tid => [...kept].some(({ grant }) => grant.tid === tid),
    keep(grant, over) {
      const one: Kept = { grant, over, renewedAt: clock.elapsed(), waits: false }
      kept.add(one)
      if (idle === null) {
        idle = new AbortController()
        void beat(idle.signal)
      }
      return () => leave(one)
    }
  }
}
