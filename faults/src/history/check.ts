import { laws } from './laws.ts'
import type { Observed, Violation } from './observed.ts'

/** Holds what was observed against every law, but for those that cannot hold after what was done. */
export const check = (observed: Observed, suspended: readonly string[] = []): Violation[] =>
  Object.entries(laws)
    .filter(([law]) => !suspended.includes(law))
    .flatMap(([law, violationsOf]) => [...violationsOf(observed)].map(found => ({ law, ...found })))
