import type { StoredEvent, Turn, TurnResult } from '@turnwise/engine'
import { causeOf, problemDocument } from '../problem-document.ts'
import type { SentEvent } from './event-stream.ts'
import { sentEvent } from './sent-event.ts'

/**
 * The live events of one turn, up to and with its end.
 *
 * A turn that ends without a stored event (its queue timed out, the store went away) still gets
 * its `turn-failed`; that one has no id, because there is nothing to resume from.
 *
 * @param after id of the last event the client has; null for all
 */
export async function* turnEvents(
  turn: Turn,
  after: string | null,
  requestId: string,
  signal: AbortSignal
): AsyncGenerator<SentEvent> {
  for await (const stored of turn.events(after, signal)) {
    yield sentEvent(stored, requestId)
    if (isLast(stored)) return
  }
  if (!signal.aborted) yield await endOf(turn, requestId)
}

const isLast = ({ event }: StoredEvent): boolean =>
  event === 'turn-committed' || event === 'turn-failed' || event === 'reset'

/** The last event of a turn, made from its result. */
export async function endOf(turn: Turn, requestId: string): Promise<SentEvent> {
  try {
    return endEvent(await turn.result, requestId)
  } catch (error) {
    return { event: 'turn-failed', data: problemDocument(causeOf(error), requestId) }
  }
}

/** The last event of a turn whose result is known. */
export function endEvent(result: TurnResult, requestId: string): SentEvent {
  if (result.kind === 'answered') return { event: 'turn-committed', data: result.answer }
  const { code, details } = result.failure
  return { event: 'turn-failed', data: problemDocument({ code, details, stored: true }, requestId) }
}
