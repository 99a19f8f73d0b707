import { isTurnwiseError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Admission, AdmitRequest, Grant, Store } from '../ports/store.ts'
import type { Address } from '../ports/stored-conversation.ts'
import type { Background } from './admit.ts'

/** How a worker comes by grants, and gives back those that it was never told of. */
export type Admissions = {
  admit: (request: AdmitRequest, background: Background) => Promise<Admission>
  adopt: (address: Address, lease: number, background: Background) => Promise<Grant | null>
}

type Unheard = { address: Address; owner: string }

/** Milliseconds between two looks whether the store is there again. */
const shortest = 50
const longest = 1000
const mostLooks = 1000
/** Those that are forgotten are orphans that must be believed to have been sent. */
const mostUnheard = 10_000

/**
 * Admits turns under an owner that is new for each call.
 *
 * When the store fails, the call may have been granted all the same, and marked as asked: only this
 * worker knows that nothing was sent. It takes such a grant back as soon as the store answers again,
 * and before it does anything else in that conversation.
 */
export const admissions = (
  store: Store,
  clock: Clock,
  worker: string,
  closing: AbortSignal
): Admissions => {
  const unheard = new Set<Unheard>()
  let calls = 0
  let looking = false

  const takeBack = async (one: Unheard): Promise<void> => {
    try {
      await store.retract(one.address, one.owner)
    } catch (error) {
      if (isUnavailable(error)) throw error
    }
    unheard.delete(one)
  }

  const takeBackAll = async (): Promise<void> => {
    let pause = shortest
    for (let look = 0; look < mostLooks && unheard.size > 0; look += 1) {
      await clock.sleep(pause, closing)
      pause = Math.min(2 * pause, longest)
      try {
        for (const one of unheard) await takeBack(one)
      } catch {
        if (closing.aborted) break
      }
    }
    looking = false
  }

  const remember = (one: Unheard, background: Background): void => {
    unheard.add(one)
    const [oldest] = unheard
    if (oldest !== undefined && unheard.size > mostUnheard) unheard.delete(oldest)
    if (looking) return
    looking = true
    background(takeBackAll())
  }

  const heard = async <T>(
    address: Address,
    background: Background,
    call: (owner: string) => Promise<T>
  ): Promise<T> => {
    if (unheard.size > 0)
      for (const one of unheard) if (isSame(one.address, address)) await takeBack(one)
    calls += 1
    const owner = `${worker}.${calls}`
    try {
      return await call(owner)
    } catch (error) {
      if (isUnavailable(error)) remember({ address, owner }, background)
      throw error
    }
  }

  return {
    admit: (request, background) =>
      heard(request.address, background, owner => store.admit({ ...request, owner })),
    adopt: (address, lease, background) =>
      heard(address, background, owner => store.adopt(address, { owner, lease }))
  }
}

const isUnavailable = (error: unknown): boolean =>
  isTurnwiseError(error) && error.code === 'ERR_STORE_UNAVAILABLE'

const isSame = (one: Address, other: Address): boolean =>
  one.conversation === other.conversation && one.user === other.user && one.tenant === other.tenant
