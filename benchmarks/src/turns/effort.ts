import type { ContestantName } from './contestants/index.ts'
import type { LatencyEffort } from './work/latency.ts'
import type { ThroughputEffort } from './work/throughput.ts'

/** How much is done. */
export interface Effort {
  readonly latency: (name: ContestantName) => LatencyEffort
  readonly throughput: ThroughputEffort
  /** Turns of the conversation whose bytes are counted. */
  readonly turns: number
  /** Processes killed at each moment. */
  readonly deaths: number
  /** Milliseconds one experiment may take. */
  readonly limit: number
}

const ours = (name: ContestantName): boolean => name.startsWith('turnwise')

/** To publish. The peers get fewer rounds, because theirs take longer, and one conversation a depth. */
export const FULL: Effort = {
  latency: name =>
    ours(name) ? { rounds: 160, conversations: 4 } : { rounds: 20, conversations: 1 },
  throughput: { conversations: 64, slices: 4, milliseconds: 1000 },
  turns: 1000,
  deaths: 3,
  limit: 600_000
}

/** To look. */
export const QUICK: Effort = {
  latency: name =>
    ours(name) ? { rounds: 40, conversations: 2 } : { rounds: 10, conversations: 1 },
  throughput: { conversations: 64, slices: 2, milliseconds: 500 },
  turns: 200,
  deaths: 1,
  limit: 300_000
}
