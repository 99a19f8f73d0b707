import type { Message } from '@turnwise/schema'
import { TurnwiseError } from '../errors.ts'
import type { AdmitRequest, Store } from '../ports/store.ts'
import type { Address, Entry, Fork } from '../ports/stored-conversation.ts'
import { stateAt } from '../turn/state-at.ts'
import type { ConversationState, Provenance } from '../workflow/state.ts'

/** Messages a fork takes along at the most; the conversation it came from has them all. */
const messageLimit = 200
const sizeLimit = 256 * 1024

/** What a new conversation takes over from one of the turns of another. */
export type ForkPoint = { fork: Fork; create: Omit<CreateHead, 'ref'> }

type CreateHead = NonNullable<AdmitRequest['create']>

/**
 * Reads where a conversation stood after one of its turns, for a new one to go on from there.
 *
 * @param turn number of the entry; null for the last one
 * @returns null when the caller has no such conversation
 * @throws TurnwiseError `ERR_TURN_UNKNOWN` when it has no such turn, `ERR_CONVERSATION_COMPLETED` when
 *   nothing can follow that turn
 */
export const forkPoint = async (
  store: Store,
  address: Address,
  turn: number | null
): Promise<ForkPoint | null> => {
  const head = await store.head(address)
  if (head === null) return null
  const number = turn ?? head.version
  const entries = await store.entries(address, { before: number + 1, limit: messageLimit })
  const entry = entries.at(-1)
  if (entry?.turn !== number)
    throw new TurnwiseError('ERR_TURN_UNKNOWN', `The conversation has no turn ${number}.`)
  const state = await stateAt(store, address, entry)
  if (state.status === 'completed')
    throw new TurnwiseError('ERR_CONVERSATION_COMPLETED', 'It was completed by this turn.')
  return {
    fork: {
      conversation: address.conversation,
      turn: number,
      hash: entry.hash,
      messages: newest(entries)
    },
    create: {
      title: head.title,
      workflow: entry.workflow,
      locale: head.locale,
      state: carriedOver(state)
    }
  }
}

/**
 * Cards belong to the agent's old conversation, and so do what was confirmed on them and the time a
 * step may last; fields and steps are traced to the turn that took them over.
 */
const carriedOver = (state: ConversationState): ConversationState => ({
  ...state,
  provenance: Object.fromEntries(
    Object.entries(state.provenance).map(([name, from]): [string, Provenance] => [
      name,
      { ...from, turn: 1 }
    ])
  ),
  path: state.path.map(visit => ({ ...visit, turn: 1 })),
  contradictions: [],
  refused: null,
  deadline: null,
  confirmation: null,
  openCards: [],
  consumedCards: []
})

const newest = (entries: readonly Entry[]): readonly Message[] => {
  const messages = entries.flatMap(entry => entry.messages).slice(-messageLimit)
  let size = 0
  const first = messages.findLastIndex(message => {
    size += JSON.stringify(message).length
    return size > sizeLimit
  })
  return messages.slice(first + 1)
}
