import type { Violation } from '../history/observed.ts'
import type { Random } from '../random.ts'

export type StoreName = 'sqlite' | 'redis'

/** How far a run goes. */
export type Plan = {
  store: StoreName
  /** Faults, keys or conversations, whatever the scenario counts. */
  count: number
  /** No new fault is begun after this many seconds; null for no limit. */
  seconds: number | null
  random: Random
  /** Tells a person how far the run is. */
  say: (progress: string) => void
}

/** What came of a run. */
export type Outcome = {
  /** How many there were of what the scenario counts. */
  count: number
  faults: number
  acked: number
  committed: number
  agentCalls: number
  violations: readonly Violation[]
  /** What was spent on surviving, and what the scenario measures besides. */
  wasted: Readonly<Record<string, number>>
}

/** A way of breaking things, and what must hold all the same. */
export type Scenario = {
  name: string
  /** One sentence for people. */
  does: string
  stores: readonly StoreName[]
  /** What is counted, in one word. */
  counts: string
  /** How many: in the tests, by default, and for the proof. */
  count: { short: number; usual: number; full: number }
  run: (plan: Plan) => Promise<Outcome>
}

/** Nothing happened yet. */
export const nothing: Outcome = {
  count: 0,
  faults: 0,
  acked: 0,
  committed: 0,
  agentCalls: 0,
  violations: [],
  wasted: {}
}

/** Two runs as one. */
export const together = (one: Outcome, other: Outcome): Outcome => ({
  count: one.count + other.count,
  faults: one.faults + other.faults,
  acked: one.acked + other.acked,
  committed: one.committed + other.committed,
  agentCalls: one.agentCalls + other.agentCalls,
  violations: [...one.violations, ...other.violations],
  wasted: Object.fromEntries(
    [...new Set([...Object.keys(one.wasted), ...Object.keys(other.wasted)])].map(name => [
      name,
      (one.wasted[name] ?? 0) + (other.wasted[name] ?? 0)
    ])
  )
})
