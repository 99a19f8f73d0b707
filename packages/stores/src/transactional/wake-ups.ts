/**
 * Milliseconds before somebody who waits looks for the first time: a change that came right before is
 * seen then, and most are done with waiting by that time.
 */
const firstLook = 100

/** Lets somebody wait for a change in a conversation and look again each time there may be one. */
export class WakeUps {
  readonly #waiting = new Map<string, Set<() => void>>()

  /** Makes everybody who waits at this key look again. */
  wake(key: string): void {
    for (const look of this.#waiting.get(key) ?? []) look()
  }

  /** Makes everybody look again, when changes may have been missed. */
  wakeAll(): void {
    for (const key of [...this.#waiting.keys()]) this.wake(key)
  }

  /** Resolves once `reached` says so, or when `signal` aborts; rejects with what `reached` rejects with. */
  until(key: string, reached: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(key) ?? new Set()
      this.#waiting.set(key, waiting)
      const leave = (): void => {
        clearTimeout(first)
        waiting.delete(look)
        if (waiting.size === 0 && this.#waiting.get(key) === waiting) this.#waiting.delete(key)
        signal.removeEventListener('abort', aborted)
      }
      const aborted = (): void => {
        leave()
        resolve()
      }
      const look = (): void => {
        reached().then(
          yes => yes && aborted(),
          error => {
            leave()
            reject(error)
          }
        )
      }
      const first = setTimeout(look, firstLook)
      if (signal.aborted) return aborted()
      waiting.add(look)
      signal.addEventListener('abort', aborted, { once: true })
    })
  }
}
