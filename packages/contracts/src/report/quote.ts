const LONGEST = 60

/** Quotes the beginning of a text on one line, in at most 60 characters. */
export function quote(text: string): string {
  const line = text
    .slice(0, 2 * LONGEST)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toWellFormed()
  const cut = [...line].slice(0, LONGEST - 3).join('')
  return JSON.stringify(
    cut.length < line.length || text.trim().length > 2 * LONGEST ? `${cut}…` : line
  )
}

/** Names the type of a JSON value and, where that is short, the value. */
export function describe(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return `the string ${quote(value)}`
  if (typeof value === 'object') return 'an object'
  return `the ${typeof value} ${String(value)}`
}
