/** How long items are gathered, in milliseconds: about one frame. */
const FRAME = 16

/**
 * Passes on what arrives in lists, at most one list a frame: an agent that writes faster than
 * a screen can show is drawn once per frame, not once per word.
 */
export async function* gathered<T>(source: AsyncIterable<T>): AsyncGenerator<T[]> {
  const iterator = source[Symbol.asyncIterator]()
  let next = iterator.next()
  for (;;) {
    const first = await next
    if (first.done) return
    const list = [first.value]
    next = iterator.next()
    const frame = new Promise<null>(resolve => setTimeout(() => resolve(null), FRAME))
    for (;;) {
      const more = await Promise.race([next, frame])
      if (more === null) break
      if (more.done) {
        yield list
        return
      }
      list.push(more.value)
      next = iterator.next()
    }
    yield list
  }
}
