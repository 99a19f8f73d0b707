/** Work that is collected for a moment. */
export type Together<Item> = {
  /** Adds to what is done next for a key. */
  add: (key: string, item: Item) => Promise<unknown>
  /** Does at once what has been collected. */
  flush: () => void
}

/**
 * Does at once what is asked for in the same moment: one command for many.
 *
 * @param work does it for one key; items keep their order
 * @param moment milliseconds; without it what is asked for in one tick goes together, before anything
 *   is written to the socket
 */
export const together = <Item>(
  work: (key: string, items: readonly Item[]) => Promise<unknown>,
  moment?: number
): Together<Item> => {
  const waiting = new Map<string, { items: Item[]; done: Promise<unknown>; go: () => void }>()
  const begin = (key: string, item: Item): Promise<unknown> => {
    const items = [item]
    const { promise: done, resolve, reject } = Promise.withResolvers<unknown>()
    const go = (): void => {
      if (waiting.get(key)?.items !== items) return
      waiting.delete(key)
      work(key, items).then(resolve, reject)
    }
    waiting.set(key, { items, done, go })
    // After everything that is ready now has asked.
    if (moment === undefined) process.nextTick(go)
    else setTimeout(go, moment).unref()
    return done
  }
  return {
    add(key, item) {
      const group = waiting.get(key)
      group?.items.push(item)
      return group?.done ?? begin(key, item)
    },
    flush() {
      for (const { go } of [...waiting.values()]) go()
    }
  }
}
