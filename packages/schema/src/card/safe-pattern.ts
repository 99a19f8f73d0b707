const LONGEST_PATTERN = 256

/** The longest default value that a pattern may be tested on, in UTF-16 code units. */
export const LONGEST_TESTED_VALUE = 500

/**
 * Says whether a browser can test this regular expression of a stranger in reasonable time.
 *
 * No group repeats, nothing refers back, and few parts repeat without bound: the time is at worst
 * a small power of the length, never exponential. The server itself never runs such a pattern.
 */
export function isSafePattern(pattern: string): boolean {
  if (pattern.length > LONGEST_PATTERN || !compiles(pattern)) return false
  // Escapes and classes become one letter each, so that what is left shows the structure.
  if (/\\[1-9k]/.test(pattern.replaceAll('\\\\', ''))) return false
  const structure = pattern.replace(/\\./gs, 'x').replace(/\[[^\]]*\]/g, 'x')
  if (/\)[*+{]|\(\?<|\{\d{4}/.test(structure)) return false
  const open = structure.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0
  return open <= (structure.startsWith('^') ? 3 : 2)
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp
  } catch {
    return false
  }
}
