import { z } from 'zod'

/** A value of the environment: text that is read into `T`, or refused with what it should be. */
export type Value<T> = z.ZodType<T, string>

/** Makes a value whose refusal says what it should be. */
const value = <T>(expected: string, read: (text: string) => T | undefined): Value<T> =>
  z.string().transform((text, context) => {
    const result = read(text.trim())
    if (result !== undefined) return result
    context.issues.push({ code: 'custom', input: text, message: expected })
    return z.NEVER
  })

export const wholeNumber = (min: number, max: number): Value<number> =>
  value(`a whole number from ${min} to ${max}`, text => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return number >= min && number <= max ? number : undefined
  })

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000
}

/**
 * A length of time in milliseconds, written with its unit.
 *
 * @param most the longest, written the same way
 * @param zero what `0` means, where it means something
 */
export const duration = (most: string, zero?: string): Value<number> => {
  const max = millisecondsOf(most)
  const or = zero === undefined ? '' : `, or 0 for ${zero}`
  return value(`a duration such as 500ms, 120s or 15m, at most ${most}${or}`, text => {
    if (zero !== undefined && text === '0') return 0
    const milliseconds = millisecondsOf(text)
    return milliseconds >= 1 && milliseconds <= max ? milliseconds : undefined
  })
}

/** NaN when the text is no duration. */
function millisecondsOf(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,12})(ms|s|m|h|d)$/.exec(text) ?? []
  return Number(amount) * (UNITS[unit] ?? Number.NaN)
}

/** What `oneOf` tells about a refusal besides its message. */
export type OneOfRefusal = { notYet: boolean }

/** One of the given words; `later` are words that will mean something one day. */
export const oneOf = <const W extends string>(
  words: readonly W[],
  later: readonly string[] = []
): Value<W> =>
  z.string().transform((text, context) => {
    const word = words.find(candidate => candidate === text.trim())
    if (word !== undefined) return word
    context.issues.push({
      code: 'custom',
      input: text,
      message: words.length > 2 ? `one of ${words.join(', ')}` : words.join(' or '),
      params: { notYet: later.includes(text.trim()) } satisfies OneOfRefusal
    })
    return z.NEVER
  })

/** Some of the given words, separated by commas. */
export const someOf = <const W extends string>(words: readonly W[]): Value<readonly W[]> =>
  value(`a list with commas of ${words.join(', ')}`, text => {
    const chosen = items(text).map(item => words.find(word => word === item))
    return chosen.every(word => word !== undefined) ? chosen : undefined
  })

/** Items separated by commas, each of which must fit. */
export const listOf = (
  expected: string,
  fits: (item: string) => boolean
): Value<readonly string[]> =>
  value(`a list with commas of ${expected}`, text =>
    items(text).every(fits) ? items(text) : undefined
  )

/** Text that must fit. */
export const text = (expected: string, fits: (text: string) => boolean): Value<string> =>
  value(expected, text => (fits(text) ? text : undefined))

export const flag: Value<boolean> = value('true or false', text => {
  if (text === 'true') return true
  return text === 'false' ? false : undefined
})

const items = (text: string): string[] =>
  text
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')
