import type { EventsFrom, Store, StoredEvent, TurnEvent } from '../ports/store.ts'
import type { Address } from '../ports/stored-conversation.ts'

/**
 * Follows the live events of a conversation.
 *
 * A store keeps the end of a turn alone; what was said in the turn and what it has led to are told
 * from that, right before it. Their ids are its id and their number, so that a reader can go on in
 * between.
 */
export async function* liveEvents(
  store: Store,
  address: Address,
  after: EventsFrom,
  signal: AbortSignal
): AsyncGenerator<StoredEvent> {
  const place = typeof after === 'string' ? within.exec(after) : null
  let told = Number(place?.groups?.told ?? 0)
  const from = place?.groups?.id === undefined ? after : { at: place.groups.id }
  for await (const event of store.events(address, from, signal)) {
    const { id, tid } = event
    const events = toldWith(event)
    if (told >= events.length) {
      yield { event: 'reset', data: {}, id, tid: null }
      return
    }
    for (const [index, each] of events.entries()) {
      const last = index + 1 === events.length
      if (index >= told) yield { ...each, id: last ? id : `${id}.${index + 1}`, tid }
    }
    told = 0
  }
}

/** The id of an event that was told with the end of a turn. */
const within = /^(?<id>[^.]+)\.(?<told>\d{1,4})$/

const toldWith = (event: TurnEvent): readonly TurnEvent[] => {
  if (event.event !== 'turn-committed') return [event]
  const { turn, messages, workflowState } = event.data
  return [
    ...messages.map(message => ({ event: 'message' as const, data: { turn, message } })),
    { event: 'state', data: { turn, workflowState } },
    event
  ]
}
