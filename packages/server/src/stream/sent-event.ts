import type { StoredEvent } from '@turnwise/engine'
import { problemDocument } from '../problem-document.ts'
import type { SentEvent } from './event-stream.ts'

/** Prepares a live event for the wire: a failure becomes a problem document. */
export function sentEvent(stored: StoredEvent, requestId: string): SentEvent {
  const { event, id } = stored
  if (event !== 'turn-failed') return { event, id, data: stored.data }
  const { failure, retryable } = stored.data
  const cause = { code: failure.code, details: failure.details, stored: !retryable }
  return { event, id, data: problemDocument(cause, requestId) }
}
