import type { Undelivered } from '../ports/store.ts'
import { expiry, type Slot } from './slot.ts'

/** Notes that an entry has to be delivered; part of the commit that appends it. */
export const oweDelivery = (slot: Slot, turn: number): void => {
  if (slot.undelivered() === null)
    slot.putUndelivered({ from: turn, attempts: 0, dueAt: slot.wall })
}

/**
 * Takes on delivering what is due, for a while in which nobody else gets it. A conversation that
 * still owes something does not expire.
 */
export const claimDelivery = (
  slot: Slot,
  hold: number
): Pick<Undelivered, 'from' | 'attempts'> | null => {
  const owed = slot.undelivered()
  const head = slot.head()
  if (owed === null || head === null || owed.dueAt === null || owed.dueAt > slot.wall) return null
  slot.putUndelivered({ ...owed, dueAt: slot.wall + hold })
  slot.putHead({ ...head, expiresAt: expiry(slot.wall, slot.retention.conversation) })
  return { from: owed.from, attempts: owed.attempts }
}

/** Moves on past the entries that have been delivered; never back. */
export const delivered = (slot: Slot, through: number): void => {
  const owed = slot.undelivered()
  const head = slot.head()
  if (owed === null || head === null || through < owed.from) return
  slot.putUndelivered(
    through < head.version ? { from: through + 1, attempts: 0, dueAt: slot.wall } : null
  )
}

/** Counts a failed attempt on an entry and says when the next is due; null waits to be told. */
export const postponeDelivery = (slot: Slot, from: number, milliseconds: number | null): void => {
  const owed = slot.undelivered()
  if (owed === null || owed.from !== from) return
  const dueAt = milliseconds === null ? null : slot.wall + milliseconds
  slot.putUndelivered({ from, attempts: owed.attempts + 1, dueAt })
}
