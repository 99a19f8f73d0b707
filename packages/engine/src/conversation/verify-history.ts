import canonicalize from 'canonicalize'
import { applyPatch } from 'rfc6902'
import type { Entry } from '../ports/stored-conversation.ts'
import { hashOfEntry } from '../sealed-entry.ts'
import type { ConversationState } from '../workflow/state.ts'

/** What is wrong with one entry. */
export type HistoryViolation = {
  turn: number
  /**
   * `number` a gap or a repeat · `link` it does not follow the entry before · `hash` it is not what was
   * committed · `fence` a writer that had lost its turn · `key` one turn twice · `state` the patches do
   * not lead to the snapshot
   */
  rule: 'number' | 'link' | 'hash' | 'fence' | 'key' | 'state'
  expected: string
  got: string
}

/**
 * Checks entries against everything that must hold of a history, without a store.
 *
 * @param entries rising, as a store gives them; the first may be any turn
 * @returns nothing when the history is whole
 */
export const verifyHistory = async (
  entries: readonly Entry[]
): Promise<readonly HistoryViolation[]> => {
  const found: HistoryViolation[] = []
  const tids = new Set<string>()
  let before: Entry | null = null
  let state: ConversationState | null = null
  for (const entry of entries) {
    const expect = (rule: HistoryViolation['rule'], expected: unknown, got: unknown): void => {
      if (expected !== got)
        found.push({ turn: entry.turn, rule, expected: String(expected), got: String(got) })
    }
    expect('number', before === null ? entry.turn : before.turn + 1, entry.turn)
    if (before !== null) expect('link', before.hash, entry.previous)
    else if (entry.turn === 1) expect('link', '', entry.previous)
    expect('hash', await hashOfEntry(entry), entry.hash)
    if (before !== null && entry.fence <= before.fence)
      expect('fence', `above ${before.fence}`, entry.fence)
    expect('key', false, tids.has(entry.tid))
    const replayed: ConversationState | null = state && patched(state, entry)
    if (replayed !== null && entry.snapshot !== null)
      expect('state', canonicalize(entry.snapshot), canonicalize(replayed))
    state = entry.snapshot ?? replayed
    tids.add(entry.tid)
    before = entry
  }
  return found
}

const patched = (state: ConversationState, { patch }: Entry): ConversationState | null => {
  const next = structuredClone(state)
  const failed = applyPatch(next, structuredClone([...patch])).some(error => error !== null)
  return failed ? null : next
}
