import { isTurnwiseError } from '../errors.ts'
import type { Grant, TurnEvent } from '../ports/store.ts'
import type { Parts } from './parts.ts'

/**
 * Tells live readers something. They can read the conversation again, so a store that cannot be
 * reached now does not concern the turn.
 *
 * @returns whether it was told
 */
export const tell = async (
  { address, tid }: Pick<Grant, 'address' | 'tid'>,
  event: TurnEvent,
  parts: Parts
): Promise<boolean> => {
  try {
    await parts.store.publish(address, tid, event)
    return true
  } catch (error) {
    if (isTurnwiseError(error)) return false
    throw error
  }
}
