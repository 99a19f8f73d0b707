import { createStore, type StoreApi } from 'zustand/vanilla'

/** Whether the server answers, as far as the last request knows. */
export type Reachability = StoreApi<{ reachable: boolean }> & {
  /** What a request has met. */
  met: (reachable: boolean) => void
  /** Resolves as soon as the server answers. */
  whenReachable: (signal?: AbortSignal) => Promise<void>
}

const FIRST_PROBE = 1_000
const LONGEST_PAUSE = 8_000

/**
 * Knows whether the server can be reached, and looks for it by itself while it cannot: a person who
 * waits for the network should have nothing to press.
 *
 * @param probe asks the server for a sign of life
 */
export function createReachability(probe: () => Promise<boolean>): Reachability {
  const store = createStore(() => ({ reachable: true }))
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = FIRST_PROBE

  const look = async (): Promise<void> => {
    clearTimeout(timer)
    if (store.getState().reachable) return
    if (await probe().catch(() => false)) return met(true)
    pause = Math.min(LONGEST_PAUSE, pause * 1.6)
    timer = setTimeout(look, pause)
  }
  const met = (reachable: boolean): void => {
    if (reachable === store.getState().reachable) return
    store.setState({ reachable })
    clearTimeout(timer)
    pause = FIRST_PROBE
    if (!reachable) timer = setTimeout(look, pause)
  }
  globalThis.addEventListener?.('online', () => void look())
  globalThis.addEventListener?.('offline', () => met(false))

  return {
    ...store,
    met,
    whenReachable: signal =>
      new Promise((resolve, reject) => {
        if (store.getState().reachable) return resolve()
        const done = (): void => {
          unsubscribe()
          signal?.removeEventListener('abort', abort)
        }
        const abort = (): void => {
          done()
          reject(signal?.reason)
        }
        const unsubscribe = store.subscribe(({ reachable: now }) => {
          if (!now) return
          done()
          resolve()
        })
        signal?.addEventListener('abort', abort, { once: true })
      })
  }
}
