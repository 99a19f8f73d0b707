import { showable } from './hold-back.ts'
import type { LoadedTurn } from './load.ts'
import { messageIdOf } from './message-id.ts'
import type { Parts } from './parts.ts'
import { tell } from './tell.ts'

/** Text that is passed on while it is written. */
export type LiveText = {
  /** Adds to what a stream of the reply has said. */
  write: (stream: string, text: string) => void
  /** What can be shown of each stream, in the order in which they began. */
  shown: () => readonly string[]
  /** Resolves when everything has been passed on, or cannot be. */
  settled: () => Promise<void>
}

type Written = { messageId: string; text: string; visible: string; told: number }

/**
 * Passes text on without holding up the agent: what is written while one event is on its way to the
 * store goes out with the next one.
 */
export const liveText = (turn: LoadedTurn, parts: Parts): LiveText => {
  const streams = new Map<string, Written>()
  let telling: Promise<void> | null = null

  const tellAll = async (): Promise<void> => {
    for (let next = untold(streams); next !== undefined; next = untold(streams)) {
      const { messageId, visible, told } = next
      const data = { turn: turn.number, messageId, text: visible.slice(told) }
      if (!(await tell(turn.grant, { event: 'message-delta', data }, parts))) return
      next.told = visible.length
    }
  }

  return {
    write(stream, text) {
      const place = streams.size + (turn.input.kind === 'start' ? 0 : 1)
      const messageId = messageIdOf(turn.number, place)
      const written = streams.get(stream) ?? { messageId, text: '', visible: '', told: 0 }
      streams.set(stream, written)
      written.text += text
      written.visible = turn.workflow.data === null ? written.text : showable(written.text)
      telling ??= tellAll().finally(() => {
        telling = null
      })
      telling.catch(() => {})
    },
    shown: () => [...streams.values()].map(({ visible }) => visible),
    settled: async () => {
      await telling
    }
  }
}

const untold = (streams: ReadonlyMap<string, Written>): Written | undefined =>
  [...streams.values()].find(({ visible, told }) => visible.length > told)
