/** The grammar of JSON, in one linear pass. */
export function isNumberText(text: string): boolean {
  let at = text.charCodeAt(0) === 45 ? 1 : 0
  const first = text.charCodeAt(at)
  if (first === 48) at++
  else {
    const digits = digitsFrom(text, at)
    if (digits === at) return false
    at = digits
  }
  if (text.charCodeAt(at) === 46) {
    const digits = digitsFrom(text, at + 1)
    if (digits === at + 1) return false
    at = digits
  }
  const exponent = text.charCodeAt(at)
  if (exponent === 101 || exponent === 69) {
    const sign = text.charCodeAt(at + 1)
    const from = sign === 43 || sign === 45 ? at + 2 : at + 1
    const digits = digitsFrom(text, from)
    if (digits === from) return false
    at = digits
  }
  return at === text.length
}

function digitsFrom(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at++
  return at
}

/** What a number not quite in JSON's spelling means, or undefined. */
export function looseNumber(text: string): number | undefined {
  const sign = text.startsWith('-') ? -1 : 1
  const digits = text.startsWith('-') || text.startsWith('+') ? text.slice(1) : text
  if (/^0[xX][0-9a-fA-F]+$/.test(digits)) return sign * Number(digits)
  if (/^\d{1,3}(?:_\d{3})+$/.test(digits)) return sign * Number(digits.replaceAll('_', ''))
  // .5 and 5. and +5, but not 05: that is a code of some kind.
  if (/^(?:0|[1-9]\d*)?\.\d+(?:[eE][+-]?\d+)?$/.test(digits)) return sign * Number(digits)
  if (/^(?:0|[1-9]\d*)\.?$/.test(digits)) return sign * Number(digits)
  return undefined
}

/** A number that breaks off after its point or exponent: `2.`, `2e`, `2.5e-`. */
export function cutNumber(text: string): number | undefined {
  const match = /^(-?(?:0|[1-9]\d*)(?:\.\d+)?)(?:\.|\.?[eE][+-]?)$/.exec(text)
  return match === null ? undefined : Number(match[1])
}
