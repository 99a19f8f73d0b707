import type { Violation } from '../history/observed.ts'
import type { Outcome, StoreName } from '../scenarios/scenario.ts'

/** What `--json` prints: a run as data. */
export type Result = {
  scenario: string
  store: StoreName
  seed: number
  seconds: number
  /** How many there were of what the scenario counts. */
  count: number
  faults: number
  acked: number
  committed: number
  agentCalls: number
  /** How often each law was broken; empty when none was. */
  violations: Readonly<Record<string, number>>
  wasted: Readonly<Record<string, number>>
  /** Some violations in words. */
  examples: readonly Violation[]
}

export const resultOf = (
  run: { scenario: string; store: StoreName; seed: number; seconds: number },
  { violations, ...outcome }: Outcome
): Result => {
  const counts: Record<string, number> = {}
  for (const { law } of violations) counts[law] = (counts[law] ?? 0) + 1
  return { ...run, ...outcome, violations: counts, examples: violations.slice(0, 20) }
}

export const failed = ({ violations }: Result): boolean => Object.keys(violations).length > 0
