import type { Shelf } from './shelf.ts'

/** A shelf in this process. */
export const memoryShelf = (): Shelf => {
  const values = new Map<string, string>()
  const locks = new Map<string, number>()
  return {
    get: async name => values.get(name) ?? null,
    async set(name, value) {
      values.set(name, value)
    },
    async lock(name, milliseconds) {
      if ((locks.get(name) ?? 0) > performance.now()) return false
      locks.set(name, performance.now() + milliseconds)
      return true
    },
    async unlock(name) {
      locks.delete(name)
    }
  }
}
