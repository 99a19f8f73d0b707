import { neutralise } from '@turnwise/schema'
import { fewest } from './fewest.ts'

/** How much of the collected data is told: whole values, shortened values, or the names alone. */
export type Tier = 'full' | 'summary' | 'keys'

/** The data as it is told, within the text of its section. */
export type FittedData = { text: string; tier: Tier; dropped: readonly string[] }

const longString = 80
const longList = 3

/**
 * Tells the collected data in the richest tier that fits the budget.
 *
 * When even the names do not fit, whole names are dropped, the least recently changed first: never
 * half a name, never a delimiter.
 *
 * @param data the least recently changed field first
 * @param budget characters of the section's text
 * @param write puts the data's JSON text and the number of omitted fields into the section's text
 * @returns a text longer than the budget only when it does not fit without any data
 */
export const fitData = (
  data: Record<string, unknown>,
  budget: number,
  write: (collectedData: string, omitted: number) => string
): FittedData => {
  for (const [tier, told] of [
    ['full', data],
    ['summary', summarise(data)]
  ] as const) {
    const text = write(JSON.stringify(neutralised(told)), 0)
    if (text.length <= budget) return { text, tier, dropped: [] }
  }
  const names = Object.keys(data)
  const telling = (dropped: number): string =>
    write(JSON.stringify(names.slice(dropped).map(neutralise)), dropped)
  const dropped = fewest(names.length, count => telling(count).length <= budget)
  return { text: telling(dropped), tier: 'keys', dropped: names.slice(0, dropped) }
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
const neutralised = (value: unknown): unknown => {
  if (typeof value === 'string') return neutralise(value)
  if (Array.isArray(value)) return value.map(neutralised)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [neutralise(name), neutralised(item)])
  )
}
