const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/
// .5 and 5. and +5, but not 05: that is a code of some kind.
const LOOSE_NUMBER =
  /^[-+]?(?:0x[\da-f]+|\d{1,3}(?:_\d{3})+|(?:0|[1-9]\d*)\.?|(?:0|[1-9]\d*)?\.\d+(?:e[-+]?\d+)?)$/i
const CUT_NUMBER = /^(-?(?:0|[1-9]\d*)(?:\.\d+)?)(?:\.|\.?[eE][-+]?)$/

/** Says whether a text is a number in JSON's grammar. */
export function isNumberText(text: string): boolean {
  return NUMBER.test(text)
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Says whether a value is a number that lies beyond those that can count. */
export function isUnsafe(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
}

/** What a number not quite in JSON's spelling means, or undefined. */
export function looseNumber(text: string): number | undefined {
  if (!LOOSE_NUMBER.test(text)) return undefined
  const size = Number(text.replace(/^[-+]|_/g, ''))
  return text.startsWith('-') ? -size : size
}

/** A number that breaks off after its point or exponent: `2.`, `2e`, `2.5e-`. */
export function cutNumber(text: string): number | undefined {
  const match = CUT_NUMBER.exec(text)
  return match === null ? undefined : Number(match[1])
}
