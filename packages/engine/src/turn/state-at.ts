import { applyPatch } from 'rfc6902'
import type { Store } from '../ports/store.ts'
import type { Address, Entry } from '../ports/stored-conversation.ts'
import type { ConversationState } from '../workflow/state.ts'

/** Entries between two snapshots of the state. */
export const snapshotEvery = 32

/** Whether an entry carries the whole state besides its patch. */
export const hasSnapshot = (turn: number): boolean => turn % snapshotEvery === 1

/** The state after an entry: the snapshot before it with the patches since; at most 32 entries are read. */
export const stateAt = async (
  store: Store,
  address: Address,
  entry: Entry
): Promise<ConversationState> => {
  if (entry.snapshot !== null) return entry.snapshot
  const first = entry.turn - ((entry.turn - 1) % snapshotEvery)
  const entries = await store.entries(address, {
    after: first - 1,
    before: entry.turn,
    limit: snapshotEvery
  })
  const snapshot = entries[0]?.snapshot
  if (snapshot == null) throw new TypeError(`no snapshot before entry ${entry.turn}`)
  return [...entries.slice(1), entry].reduce(stateAfter, snapshot)
}

/** The state after an entry, from the one before it, which stays as it is. */
export const stateAfter = (before: ConversationState, entry: Entry): ConversationState => {
  const state = structuredClone(before)
  const failed = applyPatch(state, structuredClone([...entry.patch])).find(Boolean)
  if (failed) throw failed
  return state
}
