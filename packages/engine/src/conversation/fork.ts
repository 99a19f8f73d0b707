import type { ForkRequest } from '@turnwise/schema'
import type { Caller } from '../engine.ts'
import type { Store } from '../ports/store.ts'
import { guidOf, turnIdOf } from '../turn/identity.ts'
import { forkPoint } from './fork-point.ts'
import { type Action, addressOf } from './hand-in.ts'

/**
 * The start of a conversation that goes on from a turn of another one.
 *
 * @throws TurnwiseError `ERR_TURN_UNKNOWN` when there is no such turn, `ERR_CONVERSATION_COMPLETED` when
 *   nothing can follow it
 */
export const forkAction = async (
  store: Store,
  caller: Caller,
  request: ForkRequest,
  key: string
): Promise<Action> => {
  const { conversationId: conversation, turn = null } = request
  const { tenant, user } = caller
  const tid = await turnIdOf({ tenant, user, conversation, route: 'fork', key })
  const point = await forkPoint(store, addressOf(caller, conversation), turn)
  const action = {
    route: 'start',
    conversation: await guidOf('conversation', tid),
    tid,
    request
  } as const
  // Without its origin a fork cannot be made, but one that has been made is still found.
  if (point === null)
    return { ...action, input: { kind: 'start', locale: '', seed: {} }, create: null }
  const { fork, create } = point
  return {
    ...action,
    input: { kind: 'start', locale: create.locale, seed: {}, fork },
    create: { ...create, ref: await guidOf('far side', tid) }
  }
}
