import { ClientProblem } from '@turnwise/client'
import type { LiveEvent } from '@turnwise/schema'
import type { Connection } from '../connection/connection.ts'
import { gathered } from './gathered.ts'
import { type ConversationState, lastTurn } from './state.ts'

export type LiveTurnsOptions = {
  connection: Connection
  state: () => ConversationState
  /** Reads the conversation anew. */
  read: () => Promise<void>
  take: (event: LiveEvent) => void
  /** A turn that began elsewhere has ended. */
  ended: () => void
}

export type LiveTurns = { resume: () => void; pause: () => void; close: () => void }

/** Pause before a stream that broke is opened again, in milliseconds. */
const PAUSE = 1_000

/**
 * Follows what happens to a conversation while this page does nothing itself: turns of other tabs,
 * and turns that were running when the page was opened.
 *
 * A hidden page listens to nothing, because browsers allow only a few connections to one server.
 */
export function liveTurns({ connection, state, read, take, ended }: LiveTurnsOptions): LiveTurns {
  const { client, reachability } = connection
  let wanted = false
  let current: AbortController | null = null

  const follow = async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      const { id, running } = state()
      if (id === null || signal.aborted) return
      const from = running === null ? {} : { after: '0' }
      const round = new AbortController()
      const either = AbortSignal.any([signal, round.signal])
      const events = client.events(id, { signal: either, ...from })
      try {
        const followed = hearAll(events)
        // Read once the stream is being opened, so that nothing happens between the two.
        await read()
        const unseen = running === null && state().running !== null
        if (unseen) round.abort()
        await followed
        if (unseen) continue
      } catch (error) {
        if (error instanceof ClientProblem && error.problem.status === 404) return
        await reachability.whenReachable(signal).catch(() => {})
        await new Promise(resolve => setTimeout(resolve, PAUSE))
      }
    }
  }

  const hearAll = async (events: AsyncIterable<LiveEvent>): Promise<void> => {
    for await (const list of gathered(events)) for (const event of list) await heard(event)
  }

  const heard = async (event: LiveEvent): Promise<void> => {
    if (event.event === 'turn-failed' || event.event === 'reset') return read()
    const old = 'turn' in event.data && event.data.turn <= lastTurn(state().messages)
    if (old) return
    take(event)
    if (event.event !== 'turn-committed') return
    ended()
    await read()
  }

  const begin = (): void => {
    if (!wanted || current !== null || document.hidden) return
    const control = new AbortController()
    current = control
    void follow(control.signal).finally(() => {
      if (current === control) current = null
    })
  }
  const end = (): void => {
    current?.abort()
    current = null
  }
  const seen = (): void => (document.hidden ? end() : begin())
  document.addEventListener('visibilitychange', seen)

  return {
    resume: () => {
      wanted = true
      begin()
    },
    pause: () => {
      wanted = false
      end()
    },
    close: () => {
      wanted = false
      end()
      document.removeEventListener('visibilitychange', seen)
    }
  }
}
