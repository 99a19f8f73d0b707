import { showable } from './hold-back.ts'
import type { LoadedTurn } from './load.ts'
import { messageIdOf } from './message-id.ts'
import type { Untold } from './untold.ts'

/** The text of a reply that is still being written. */
export type LiveText = {
  /** Adds to what a stream of the reply has said. */
  write: (stream: string, text: string) => void
  /** What can be shown of each stream, in the order in which they began. */
  shown: () => readonly string[]
  untold: () => Untold | null
}

type Written = { messageId: string; text: string; visible: string; told: number }

export const liveText = (turn: LoadedTurn): LiveText => {
  const streams = new Map<string, Written>()
  return {
    write(stream, text) {
      const place = streams.size + (turn.input.kind === 'start' ? 0 : 1)
      const messageId = messageIdOf(turn.number, place)
      const written = streams.get(stream) ?? { messageId, text: '', visible: '', told: 0 }
      streams.set(stream, written)
      written.text += text
      written.visible = turn.workflow.data === null ? written.text : showable(written.text)
    },
    shown: () => [...streams.values()].map(({ visible }) => visible),
    untold() {
      const next = [...streams.values()].find(({ visible, told }) => visible.length > told)
      if (next === undefined) return null
      const { messageId, visible, told } = next
      const data = { turn: turn.number, messageId, text: visible.slice(told) }
      return {
        event: { event: 'message-delta', data },
        told() {
          next.told = visible.length
        }
      }
    }
  }
}
