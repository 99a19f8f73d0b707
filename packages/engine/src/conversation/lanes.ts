/** Runs the work of a lane in the order in which it came, one after the other. */
export type Lanes = <T>(lane: string, work: () => Promise<T>) => Promise<T>

/**
 * Keeps arrivals in order while they are prepared: hashing is asynchronous, and two messages must
 * not overtake each other on the way to the store. A lane exists only while work is in it.
 */
export const lanes = (): Lanes => {
  const tails = new Map<string, Promise<unknown>>()
  return (lane, work) => {
    const result = (tails.get(lane) ?? Promise.resolve()).then(work)
    const tail = result
      .catch(() => {})
      .then(() => {
        if (tails.get(lane) === tail) tails.delete(lane)
      })
    tails.set(lane, tail)
    return result
  }
}
