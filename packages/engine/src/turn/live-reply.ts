import { liveData } from './live-data.ts'
import { liveText } from './live-text.ts'
import type { LoadedTurn } from './load.ts'
import type { Parts } from './parts.ts'
import { tell } from './tell.ts'
import type { Untold } from './untold.ts'

/** A reply that is passed on while it is written. */
export type LiveReply = {
  /** Adds to what a stream of the reply has said. */
  write: (stream: string, text: string) => void
  /** What can be shown of each stream, in the order in which they began. */
  shown: () => readonly string[]
  /** Resolves when everything has been passed on, or cannot be. */
  settled: () => Promise<void>
}

/**
 * Passes a reply on without holding up the agent: what is written while one event is on its way to the
 * store goes out with the next one.
 */
export const liveReply = (turn: LoadedTurn, parts: Parts): LiveReply => {
  const text = liveText(turn)
  const data = liveData(turn)
  const untold = (): Untold | null => text.untold() ?? data.untold()
  let telling: Promise<void> | null = null

  const tellAll = async (): Promise<void> => {
    for (let next = untold(); next !== null; next = untold()) {
      if (!(await tell(turn.grant, next.event, parts))) return
      next.told()
    }
  }

  return {
    write(stream, written) {
      text.write(stream, written)
      data.write(stream, written)
      telling ??= tellAll().finally(() => {
        telling = null
      })
      telling.catch(() => {})
    },
    shown: text.shown,
    settled: async () => {
      await telling
    }
  }
}
