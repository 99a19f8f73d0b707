import type { ContextFacts, QueryFormat } from '@turnwise/schema'
import { fewest } from './fewest.ts'
import { type FittedData, fitData } from './fit-data.ts'
import type { QueryInput, QuerySection, Tier } from './query.ts'
import type { Safeguard } from './safeguard.ts'

/** Where the workflow stands, as far as the budget lets it be told. */
export type FittedContext = { facts: ContextFacts; section: QuerySection; tier: Tier }

/** Constraints outlast the data; they are given up from the last when they do not fit without it. */
export const fitContext = (
  input: QueryInput,
  format: QueryFormat,
  safe: Safeguard
): FittedContext => {
  const { budget, count, tiers, allowedActions } = input
  const step = safe.name(input.step)
  const constraints = input.constraints.map(safe.name)
  const factsOf = (kept: number, collectedData: string, omitted: number): ContextFacts => ({
    step,
    collectedData,
    turnNumber: input.turnNumber,
    constraints: constraints.slice(0, kept),
    ...(allowedActions === null ? {} : { allowedActions: allowedActions.map(safe.name) }),
    ...(safe.mark === null ? {} : { mark: safe.mark }),
    omitted
  })
  const keeping = (kept: number): FittedData =>
    fitData(input.data, { budget, count, tiers, safe }, (collectedData, omitted) =>
      format.context(factsOf(kept, collectedData, omitted))
    )
  const most = constraints.length
  const whole = keeping(most)
  const lost =
    count(whole.text) <= budget
      ? 0
      : fewest(most, lost => count(keeping(most - lost).text) <= budget)
  const kept = most - lost
  const { text, tier, dropped, told } = lost === 0 ? whole : keeping(kept)
  const section: QuerySection = {
    name: 'CONTEXT',
    text,
    used: count(text),
    dropped: [...dropped, ...input.constraints.slice(kept)]
  }
  return { facts: factsOf(kept, told, dropped.length), section, tier }
}
