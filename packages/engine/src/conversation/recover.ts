import { isTurnwiseError } from '../errors.ts'
import type { Address } from '../ports/stored-conversation.ts'
import { type Background, resolveOrphans } from '../turn/admit.ts'
import type { Parts } from '../turn/parts.ts'

/**
 * Takes on what workers that are gone have left behind. A conversation that cannot be read is told of
 * and passed over: it must not keep the others waiting.
 */
export const recover = async (parts: Parts, background: Background): Promise<void> => {
  for (const address of await parts.store.orphans()) {
    try {
      const what = await resolvable(address, parts)
      if (what !== null) background(resolveOrphans(address, what, parts, background))
    } catch (error) {
      if (!isTurnwiseError(error)) throw error
      parts.observe({ event: 'orphan-left', conversation: address.conversation, code: error.code })
    }
  }
}

/**
 * What may be finished without its user: anything, where the agent needs none, and otherwise the turn
 * whose reply is there already.
 */
const resolvable = async (
  address: Address,
  parts: Parts
): Promise<{ only: string | null } | null> => {
  const head = await parts.store.head(address)
  // After a pause of the whole machine a lease is over while its worker, this one, goes on.
  if (head === null || (head.tid !== null && parts.heartbeat.holds(head.tid))) return null
  if (!parts.channel(head.workflow).capabilities.needsUser) return { only: null }
  const record = head.tid === null ? null : await parts.store.record(address, head.tid)
  return record?.state === 'replied' ? { only: record.tid } : null
}
