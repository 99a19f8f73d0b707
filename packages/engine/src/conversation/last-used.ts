import type { Address } from '../ports/stored-conversation.ts'

/** What this worker remembers of the conversations that were used last. */
export type LastUsed<T> = {
  get: (address: Address) => T | undefined
  set: (address: Address, value: T) => void
  /** What was remembered is given away: whoever has it goes on from there. */
  take: (address: Address) => T | undefined
}

/** @param most conversations; the ones used longest ago are forgotten first */
export const lastUsed = <T>(most: number): LastUsed<T> => {
  const known = new Map<string, T>()
  return {
    get: address => known.get(keyOf(address)),
    set(address, value) {
      const key = keyOf(address)
      known.delete(key)
      known.set(key, value)
      if (known.size <= most) return
      // Only now: finding the first key of a map takes longer the more has been deleted before it.
      const [oldest] = known.keys()
      if (oldest !== undefined) known.delete(oldest)
    },
    take(address) {
      const key = keyOf(address)
      const value = known.get(key)
      known.delete(key)
      return value
    }
  }
}

const keyOf = ({ tenant, user, conversation }: Address): string =>
  JSON.stringify([tenant, user, conversation])
