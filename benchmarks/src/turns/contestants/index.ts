import type { Contestant } from '../contestant.ts'

/** All that take part, in the order of the columns. Loaded one by one: each runs in its own process. */
export const CONTESTANTS = {
  turnwiseSqlite: async () => (await import('./turnwise-sqlite.ts')).turnwiseSqlite,
  turnwiseRedis: async () => (await import('./turnwise-redis.ts')).turnwiseRedis,
  turnwiseMemory: async () => (await import('./turnwise-memory.ts')).turnwiseMemory,
  langgraph: async () => (await import('./langgraph.ts')).langgraph,
  mastra: async () => (await import('./mastra.ts')).mastra
} satisfies Readonly<Record<string, () => Promise<Contestant>>>

export type ContestantName = keyof typeof CONTESTANTS

export const CONTESTANT_NAMES = Object.keys(CONTESTANTS) as readonly ContestantName[]
