import type { Grant } from '../ports/store.ts'
import type { Entry } from '../ports/stored-conversation.ts'
import type { Parts } from '../turn/parts.ts'

/** The last turns in words, the oldest first; only those are read. */
export const readHistory = async (
  { address, base }: Grant,
  turns: number,
  { store }: Parts
): Promise<readonly string[]> => {
  if (turns === 0) return []
  const entries = await store.entries(address, {
    after: base - turns,
    before: base + 1,
    limit: turns
  })
  return entries.map(wordsOf).filter(words => words !== '')
}

const speakers = { user: 'User', assistant: 'Agent' } as const

const wordsOf = ({ messages }: Entry): string =>
  messages
    .flatMap(({ role, text }) =>
      role === 'system' || text === undefined ? [] : `${speakers[role]}: ${text}`
    )
    .join('\n')
