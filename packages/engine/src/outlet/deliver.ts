import type { Outlet } from '../ports/outlet.ts'
import type { Address, Entry, WorkflowReference } from '../ports/stored-conversation.ts'
import type { Parts } from '../turn/parts.ts'
import { stateAfter, stateAt } from '../turn/state-at.ts'
import type { ConversationState } from '../workflow/state.ts'
import { eventsOf } from './events-of.ts'
import { retryDelay } from './retry-delay.ts'
import { workflowOutlet } from './workflow-outlet.ts'

/** Entries between two notes of how far the delivery has come: what a crash makes come again. */
const page = 4
/** Milliseconds a receiver has for one event. */
const patience = 10_000
/** Milliseconds after which a delivery that nobody has ended is anybody's. */
const hold = 2 * page * patience

/** Whether there is anybody to tell of a workflow's turns. */
export const isHeard = (workflow: Parameters<typeof workflowOutlet>[0], parts: Parts): boolean =>
  parts.outlets.length > 0 || workflowOutlet(workflow) !== null

/**
 * Delivers what a conversation owes, in order, until nothing is owed or an event is not taken.
 *
 * @returns milliseconds after which the next attempt is due; null when there is none to wait for
 */
export const deliver = async (address: Address, parts: Parts): Promise<number | null> => {
  for (;;) {
    const claim = await parts.store.claimDelivery(address, hold)
    if (claim === null) return null
    const { from, attempts } = claim
    const failed = await deliverPage(address, from, parts)
    if (failed.through >= from) await parts.store.delivered(address, failed.through)
    if (failed.error === null) continue
    const delay = retryDelay(failed.through >= from ? 1 : attempts + 1)
    await parts.store.postponeDelivery(address, failed.through + 1, delay)
    parts.observe({
      event: delay === null ? 'delivery-given-up' : 'delivery-failed',
      conversation: address.conversation,
      turn: failed.through + 1,
      error: failed.error
    })
    return delay
  }
}

/** How far a page was taken, and what stopped it. */
type Progress = { through: number; error: unknown }

const deliverPage = async (address: Address, from: number, parts: Parts): Promise<Progress> => {
  let through = from - 1
  try {
    const entries = await parts.store.entries(address, {
      after: from - 2,
      before: from + page,
      limit: page + 1
    })
    const known = entries[0]?.turn === from - 1 ? entries[0] : undefined
    let before = known === undefined ? null : await stateAt(parts.store, address, known)
    for (const entry of entries.slice(known === undefined ? 0 : 1)) {
      const after = await stateOf(address, entry, before, parts)
      await deliverEntry(address, entry, before, after, parts)
      before = after
      through = entry.turn
    }
    return { through, error: null }
  } catch (error) {
    return { through, error }
  }
}

const stateOf = (
  address: Address,
  entry: Entry,
  before: ConversationState | null,
  parts: Parts
): ConversationState | Promise<ConversationState> =>
  before === null ? stateAt(parts.store, address, entry) : stateAfter(before, entry)

const deliverEntry = async (
  address: Address,
  entry: Entry,
  before: ConversationState | null,
  after: ConversationState,
  parts: Parts
): Promise<void> => {
  for (const event of eventsOf(address, entry, before, after))
    for (const outlet of outletsOf(entry.workflow, parts))
      await outlet.deliver(event, AbortSignal.timeout(patience))
}

/** The callbacks of a workflow are part of its code: a version that is not loaded here has none. */
const outletsOf = (reference: WorkflowReference, parts: Parts): readonly Outlet[] => {
  const workflow = parts.workflow(reference)
  const own = workflow === null ? null : workflowOutlet(workflow)
  return own === null ? parts.outlets : [own, ...parts.outlets]
}
