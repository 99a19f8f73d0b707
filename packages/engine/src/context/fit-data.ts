import { neutralise } from '@turnwise/schema'

/** How much of the collected data is told: whole values, shortened values, or the names alone. */
export type Tier = 'full' | 'summary' | 'keys'

const longString = 80
const longList = 3

/**
 * Tells the collected data in the richest tier that fits the budget.
 *
 * When even the names do not fit, whole keys are dropped, the least recently changed first: never
 * half a key, never a delimiter.
 *
 * @param write puts the data's JSON text and the number of omitted fields into the section's text
 */
export const fitData = (
  data: Record<string, unknown>,
  budget: number,
  write: (collectedData: string, omitted: number) => string
): { text: string; tier: Tier; dropped: readonly string[] } => {
  const safe = neutraliseValue(data) as Record<string, unknown>
  const names = Object.keys(data)
  const told: readonly [Tier, string][] = [
    ['full', JSON.stringify(safe)],
    ['summary', JSON.stringify(summarise(safe))],
    ['keys', JSON.stringify(Object.keys(safe))]
  ]
  for (const [tier, json] of told) {
    const text = write(json, 0)
    if (text.length <= budget) return { text, tier, dropped: [] }
  }
  // Shorter with every key that goes: find the first number of dropped keys that fits.
  let low = 1
  let high = names.length
  const without = (count: number): string =>
    write(JSON.stringify(Object.keys(safe).slice(count)), count)
  while (low < high) {
    const middle = (low + high) >> 1
    if (without(middle).length <= budget) high = middle
    else low = middle + 1
  }
  const count = Math.min(low, names.length)
  return { text: without(count), tier: 'keys', dropped: names.slice(0, count) }
}

const summarise = (value: unknown): unknown => {
  if (typeof value === 'string') return shorten(value)
  if (Array.isArray(value))
    return value.length <= longList
      ? value.map(summarise)
      : [...value.slice(0, longList).map(summarise), `… ${value.length} in all`]
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, summarise(item)]))
}

/** Cuts at a space, so never within a word or a surrogate pair of it. */
const shorten = (text: string): string => {
  if (text.length <= longString) return text
  const cut = text.lastIndexOf(' ', longString)
  if (cut > 0) return `${text.slice(0, cut)} …`
  const end = /[\ud800-\udbff]/.test(text.charAt(longString - 1)) ? longString - 1 : longString
  return `${text.slice(0, end)} …`
}

const neutraliseValue = (value: unknown): unknown => {
  if (typeof value === 'string') return neutralise(value)
  if (Array.isArray(value)) return value.map(neutraliseValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [neutralise(key), neutraliseValue(item)])
  )
}
