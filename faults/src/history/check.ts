import { laws } from './laws.ts'
import type { Observed, Violation } from './observed.ts'

/** Holds what was observed against every law. */
export const check = (observed: Observed): Violation[] =>
  Object.entries(laws).flatMap(([law, violationsOf]) =>
    [...violationsOf(observed)].map(found => ({ law, ...found }))
  )
