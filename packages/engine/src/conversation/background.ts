import { isTurnwiseError } from '../errors.ts'
import type { Background } from '../turn/admit.ts'
import type { Parts } from '../turn/parts.ts'

/** Work that outlives the request that began it, until it is done or the process drains. */
export type BackgroundWork = {
  run: Background
  /** Resolves when nothing runs any more, or after `milliseconds`. */
  settled: (milliseconds: number) => Promise<void>
}

/** Keeps track of what runs, so that a process can end without cutting it off. */
export const backgroundWork = (parts: Parts): BackgroundWork => {
  const running = new Set<Promise<unknown>>()
  return {
    run(work) {
      const settled = work
        .catch(error => {
          // What is planned for was told where it happened, and whoever comes next resolves it.
          if (!isTurnwiseError(error)) parts.observe({ event: 'bug', tid: '', error })
        })
        .finally(() => running.delete(settled))
      running.add(settled)
    },
    async settled(milliseconds) {
      const over = new AbortController()
      const finished = async (): Promise<void> => {
        while (running.size > 0) await Promise.all(running)
      }
      await Promise.race([finished(), parts.clock.sleep(milliseconds, over.signal)])
      over.abort()
    }
  }
}
