import type { TurnResult } from '../engine.ts'
import type { Store, StoredEvent } from '../ports/store.ts'
import type { Address } from '../ports/stored-conversation.ts'
import { liveEvents } from './live-events.ts'

type Followed = {
  address: Address
  tid: string
  underWay: Promise<boolean>
  result: Promise<TurnResult>
}

/** How long what is kept of an ended turn is looked for, in milliseconds; its end is known anyway. */
const lookBack = 1000

/**
 * Follows one turn in its conversation's live events until it has ended.
 *
 * Events under the turn's id are no answer by themselves: whether this request may have them is known
 * only once the store has admitted it. Of a turn that was over, a client that comes back with an id
 * gets the events it has missed; any other gets its end.
 */
export async function* turnEvents(
  store: Store,
  turn: Followed,
  after: string | null,
  signal: AbortSignal
): AsyncGenerator<StoredEvent> {
  const underWay = await turn.underWay
  const ended = underWay ? null : await turn.result.catch(() => null)
  if (underWay || (ended?.kind === 'answered' && after !== null)) {
    const over = underWay ? refused(turn.result) : waited(lookBack)
    const live = liveEvents(
      store,
      turn.address,
      after ?? { tid: turn.tid },
      AbortSignal.any([signal, over])
    )
    for await (const event of live) {
      if (event.event === 'reset') yield event
      if (event.tid !== turn.tid || event.event === 'turn-failed') continue
      yield event
      if (event.event === 'turn-committed') return
    }
  }
  if (signal.aborted) return
  const result = await turn.result.catch(() => null)
  if (result?.kind === 'answered')
    yield { event: 'turn-committed', data: result.answer, id: '', tid: turn.tid }
}

/** Aborts when a turn ends without an answer: an answer is among the events, a refusal may not be. */
const refused = (result: Promise<TurnResult>): AbortSignal => {
  const over = new AbortController()
  result.then(
    ({ kind }) => kind === 'failed' && over.abort(),
    () => over.abort()
  )
  return over.signal
}

const waited = (milliseconds: number): AbortSignal => {
  const over = new AbortController()
  setTimeout(() => over.abort(), milliseconds)
  return over.signal
}
