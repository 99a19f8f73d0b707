const EVENT_ID = /^[0-9]{1,20}(?:-[0-9]{1,20}(?:\.[0-9]{1,4})?)?$/

/** No store ever wrote this id, so a stream that should continue after it is told to start anew. */
const UNKNOWN_EVENT = '0-0'

/**
 * Reads the id of the last event a client has from `Last-Event-ID`.
 *
 * @returns null when the request has none or an empty one; an id that cannot be ours becomes one
 *   that no stream can continue from
 */
export function lastEventId(headers: Headers): string | null {
  const id = headers.get('last-event-id')
  if (id === null || id === '') return null
  return EVENT_ID.test(id) ? id : UNKNOWN_EVENT
}
