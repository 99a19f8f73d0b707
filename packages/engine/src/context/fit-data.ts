import { fewest } from './fewest.ts'
import type { Tier, Tiers } from './query.ts'
import type { Safeguard } from './safeguard.ts'

/** The data as it is told, within the text of its section. */
export type FittedData = {
  text: string
  /** The data itself, as JSON text. */
  told: string
  tier: Tier
  dropped: readonly string[]
}

/** What the data has to fit into. */
export type Fitting = {
  /** In the unit of `count`. */
  budget: number
  count: (text: string) => number
  /** Null tells as much as fits. */
  tiers: Tiers | null
  safe: Pick<Safeguard, 'text' | 'name'>
}

const longString = 80
const longList = 3

/**
 * Tells the collected data in the richest tier that fits the budget.
 *
 * When even the names do not fit, whole names are dropped, the least recently changed first: never
 * half a name, never a delimiter.
 *
 * @param data the least recently changed field first
 * @param write puts the data's JSON text and the number of omitted fields into the section's text
 * @returns a text longer than the budget only when it does not fit without any data
 */
export const fitData = (
  data: Record<string, unknown>,
  { budget, count, tiers, safe }: Fitting,
  write: (collectedData: string, omitted: number) => string
): FittedData => {
  const telling = (tier: Tier, told: string, dropped: readonly string[] = []): FittedData => ({
    text: write(told, dropped.length),
    told,
    tier,
    dropped
  })
  const full = telling('full', JSON.stringify(made(safe, data)))
  const size = count(full.text)
  if (size <= budget && (tiers === null || size < budget * tiers.full)) return full
  if (tiers === null || size < budget * tiers.summary) {
    const summary = telling('summary', JSON.stringify(made(safe, summarise(data))))
    if (count(summary.text) <= budget) return summary
  }
  const names = Object.keys(data)
  const without = (dropped: number): FittedData =>
    telling('keys', JSON.stringify(names.slice(dropped).map(safe.name)), names.slice(0, dropped))
  return without(fewest(names.length, dropped => count(without(dropped).text) <= budget))
}

const summarise = (value: unknown): unknown => {
  if (typeof value === 'string') return shorten(value)
  if (Array.isArray(value))
    return value.length <= longList
      ? value.map(summarise)
      : [...value.slice(0, longList).map(summarise), `… ${value.length} in all`]
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, summarise(item)]))
}

/** Cuts between words; a word that is too long by itself is cut, but not within a character. */
const shorten = (text: string): string => {
  if (text.length <= longString) return text
  const space = text.lastIndexOf(' ', longString)
  const start = text.slice(0, space > 0 ? space : longString)
  return `${start.replace(/[\ud800-\udbff]$/, '')} …`
}

/** Last of all, because a cut can make a tag of what was none: `[context…` of `[contextual`. */
const made = (safe: Fitting['safe'], value: unknown): unknown => {
  if (typeof value === 'string') return safe.text(value)
  if (Array.isArray(value)) return value.map(item => made(safe, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [safe.name(name), made(safe, item)])
  )
}
