import { isTurnwiseError } from '../errors.ts'
import type { Parts } from './parts.ts'

const pauses = [50, 200, 1000, 3000, 5000]

/**
 * Tries a store call again for about ten seconds while the store cannot be reached: the agent has
 * answered, and what it said must not be lost to a hiccup. The call must be idempotent.
 *
 * @param isOver whether trying again is of no use any more
 */
export const persist = async <T>(
  call: () => Promise<T>,
  parts: Parts,
  isOver: () => boolean = () => false
): Promise<T> => {
  for (const pause of pauses) {
    try {
      return await call()
    } catch (error) {
      if (!isTurnwiseError(error) || error.code !== 'ERR_STORE_UNAVAILABLE') throw error
      await parts.clock.sleep(pause)
      if (isOver()) throw error
    }
  }
  return call()
}
