import type { TurnResult } from '../engine.ts'
import type { Address, Store, StoredEvent } from '../ports/store.ts'

/** Follows one turn in its conversation's live events until it has ended. */
export async function* turnEvents(
  store: Store,
  turn: { address: Address; tid: string; result: Promise<TurnResult> },
  after: string | null,
  signal: AbortSignal
): AsyncGenerator<StoredEvent> {
  const over = new AbortController()
  // A turn that ends here and now has its end among the events; an earlier or failed one may not.
  const settled = turn.result.then(
    result => {
      if (result.kind === 'failed' || result.replayed) over.abort()
      return result
    },
    () => {
      over.abort()
      return null
    }
  )
  const live = store.events(turn.address, after ?? '0', AbortSignal.any([signal, over.signal]))
  for await (const event of live) {
    if (event.event === 'reset') yield event
    if (event.tid !== turn.tid || event.event === 'turn-failed') continue
    yield event
    if (event.event === 'turn-committed') return
  }
  if (signal.aborted) return
  const result = await settled
  if (result?.kind === 'answered')
    yield { event: 'turn-committed', data: result.answer, id: '', tid: turn.tid }
}
