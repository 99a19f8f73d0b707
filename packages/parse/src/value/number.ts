const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/
// .5 and 5. and +5, but not 05: that is a code of some kind.
const LOOSE_NUMBER =
  /^[-+]?(?:0x[\da-f]+|\d{1,3}(?:_\d{3})+|(?:0|[1-9]\d*)\.?|(?:0|[1-9]\d*)?\.\d+(?:e[-+]?\d+)?)$/i

/** Says whether a text is a number in JSON's grammar. */
export function isNumberText(text: string): boolean {
  return NUMBER.test(text)
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Says whether a number lies beyond those that can count. */
export function isUnsafe(value: number): boolean {
  return Math.abs(value) > Number.MAX_SAFE_INTEGER
}

/** What a number not quite in JSON's spelling means, or undefined. */
export function looseNumber(text: string): number | undefined {
  if (!LOOSE_NUMBER.test(text)) return undefined
  const size = Number(text.replace(/^[-+]|_/g, ''))
  return text.startsWith('-') ? -size : size
}

/** A number that breaks off behind its exponent's letter or sign: `2e`, `2.5e-`. */
export function cutNumber(text: string): number | undefined {
  const kept = text.replace(/\.?e[-+]?$/i, '')
  return kept !== text && isNumberText(kept) ? Number(kept) : undefined
}
