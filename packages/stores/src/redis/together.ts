/**
 * Does at once what is asked for in the same moment: one command for many.
 *
 * @param work does it for one key; items keep their order
 */
export const together = <Item>(
  work: (key: string, items: readonly Item[]) => Promise<unknown>
): ((key: string, item: Item) => Promise<unknown>) => {
  const waiting = new Map<string, { items: Item[]; done: Promise<unknown> }>()
  return (key, item) => {
    const group = waiting.get(key)
    if (group !== undefined) {
      group.items.push(item)
      return group.done
    }
    const items = [item]
    const done = new Promise<unknown>((resolve, reject) => {
      // After everything that is ready now has asked, and before anything is written to the socket.
      process.nextTick(() => {
        waiting.delete(key)
        work(key, items).then(resolve, reject)
      })
    })
    waiting.set(key, { items, done })
    return done
  }
}
