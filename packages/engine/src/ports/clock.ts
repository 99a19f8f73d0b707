/** Time as the engine sees it; tests bring their own. */
export interface Clock {
  /** Wall time in milliseconds since the epoch, for what people read. */
  now(): number
  /** Milliseconds that never go back, for durations. */
  elapsed(): number
  /** Resolves after `milliseconds`, or at once when `signal` aborts; never rejects. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise(resolve => {
      if (signal?.aborted) return resolve()
      const done = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      signal?.addEventListener('abort', done)
    })
}
