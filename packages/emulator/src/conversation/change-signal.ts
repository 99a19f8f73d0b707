/** Wakes everybody who waits for something to change. */
export class ChangeSignal {
  #next = Promise.withResolvers<void>()

  notify(): void {
    this.#next.resolve()
    this.#next = Promise.withResolvers<void>()
  }

  /** @returns true at the next change, false when the signal aborts first */
  wait(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const onAbort = (): void => resolve(false)
    signal.addEventListener('abort', onAbort, { once: true })
    void this.#next.promise.then(() => {
      signal.removeEventListener('abort', onAbort)
      resolve(true)
    })
    return promise
  }
}
