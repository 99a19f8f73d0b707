import type { TurnResult } from '../engine.ts'
import { TurnwiseError } from '../errors.ts'
import type { Store } from '../ports/store.ts'
import type { Address } from '../ports/stored-conversation.ts'
import type { Ended } from '../turn/admit.ts'
import { renderAnswer } from '../turn/render.ts'
import { stateAt } from '../turn/state-at.ts'

/**
 * The result of a turn that has ended.
 *
 * @throws TurnwiseError with the failure's code when nothing is stored of it: the same key may start again
 */
export const resultOf = async (
  store: Store,
  address: Address,
  ended: Ended
): Promise<TurnResult> => {
  if (ended.kind === 'failure') {
    const { failure, retryable, replayed } = ended
    if (!retryable) return { kind: 'failed', failure, answer: null, replayed }
    const { code, message, details } = failure
    throw new TurnwiseError(code, message, { retryable, details })
  }
  const { entry, replayed } = ended
  const state = ended.state ?? (await stateAfter(store, address, ended))
  const answer = renderAnswer(address.conversation, entry, state)
  return entry.failure === null
    ? { kind: 'answered', answer, replayed }
    : { kind: 'failed', failure: entry.failure, answer, replayed }
}

const stateAfter = async (
  store: Store,
  address: Address,
  { entry }: Extract<Ended, { kind: 'entry' }>
) => {
  const head = await store.head(address)
  return head?.version === entry.turn ? head.state : stateAt(store, address, entry)
}
