/** The first place where a text stops being JSON. */
export type JsonFault = {
  /** UTF-16 units from the start. */
  readonly at: number
  readonly expected: string
}

const SPACE = /[ \t\n\r]*/y
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings.
const PLAIN = /[^"\\\u0000-\u001f]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

type Want = 'value' | 'value or ]' | 'name' | 'name or }' | ', or end'

/**
 * Finds where a text stops being JSON, because browsers do not agree on telling it.
 *
 * @returns undefined exactly where `JSON.parse` accepts the text
 */
export function findJsonFault(text: string): JsonFault | undefined {
  const closers: ('}' | ']')[] = []
  let at = 0
  let want: Want = 'value'

  const take = (pattern: RegExp): number => {
    pattern.lastIndex = at
    return pattern.test(text) ? pattern.lastIndex : at
  }
  /** Passes a string; returns what is wrong with it. */
  const string = (): string | undefined => {
    at++
    for (;;) {
      at = take(PLAIN)
      const char = text[at]
      if (char === '"') {
        at++
        return undefined
      }
      if (char === undefined) return 'the closing quote'
      if (char !== '\\') return 'an escape: line breaks and tabs are written \\n and \\t'
      const end = take(ESCAPE)
      if (end === at) return 'an escape that JSON knows'
      at = end
    }
  }

  for (;;) {
    at = take(SPACE)
    const char = text[at]
    if (want === ', or end') {
      const closer = closers.at(-1)
      if (closer === undefined) return char === undefined ? undefined : { at, expected: 'the end' }
      if (char === closer) closers.pop()
      else if (char === ',') want = closer === '}' ? 'name' : 'value'
      else return { at, expected: `a comma or ${closer}` }
      at++
      continue
    }
    if ((want === 'value or ]' && char === ']') || (want === 'name or }' && char === '}')) {
      closers.pop()
      at++
      want = ', or end'
      continue
    }
    if (want === 'name' || want === 'name or }') {
      if (char !== '"') return { at, expected: 'a name in double quotes' }
      const expected = string()
      if (expected !== undefined) return { at, expected }
      at = take(SPACE)
      if (text[at] !== ':') return { at, expected: 'a colon' }
      at++
      want = 'value'
      continue
    }
    if (char === '{' || char === '[') {
      closers.push(char === '{' ? '}' : ']')
      at++
      want = char === '{' ? 'name or }' : 'value or ]'
      continue
    }
    if (char === '"') {
      const expected = string()
      if (expected !== undefined) return { at, expected }
    } else {
      const end = take(SCALAR)
      if (end === at) return { at, expected: 'a value' }
      at = end
    }
    want = ', or end'
  }
}
