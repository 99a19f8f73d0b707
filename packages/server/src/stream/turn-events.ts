import type { StoredEvent, Turn } from '@turnwise/engine'
import { causeOf, type ProblemCause, problemDocument } from '../problem-document.ts'
import type { SentEvent } from './event-stream.ts'
import { sentEvent } from './sent-event.ts'

/**
 * The live events of one turn, up to and with its end.
 *
 * A turn that fails, or ends without a stored event, still gets its last event here; that one has
 * no id, because there is nothing to resume from.
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
async function endOf(turn: Turn, requestId: string): Promise<SentEvent> {
  try {
    const result = await turn.result
    if (result.kind === 'answered') return { event: 'turn-committed', data: result.answer }
    const { code, details } = result.failure
    return failed({ code, details, stored: true }, requestId)
  } catch (error) {
    return failed(causeOf(error), requestId)
  }
}

const failed = (cause: ProblemCause, requestId: string): SentEvent => ({
  event: 'turn-failed',
  data: problemDocument(cause, requestId)
})
