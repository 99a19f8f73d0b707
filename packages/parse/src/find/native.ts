/** Parses valid JSON; the wrapper tells `null` from nothing. */
export function nativeJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/**
 * Says by its first characters whether text may be valid JSON. An exception
 * costs far more than a look.
 */
export function mayBeNative(text: string, start: number, end: number): boolean {
  const opener = text.charCodeAt(start)
  if (opener !== 123 && opener !== 91) return /["\-\dtfn]/.test(text[start] ?? '')
  let at = start + 1
  while (at < end && text.charCodeAt(at) <= 32) at++
  if (at >= end || !endsClosed(text, opener, end)) return false
  const next = text[at] ?? ''
  return opener === 123 ? next === '"' || next === '}' : /[[{"\]\-\dtfn]/.test(next)
}

/** A bracket that nothing closes would be followed to the end for nothing. */
function endsClosed(text: string, opener: number, end: number): boolean {
  let last = end - 1
  while (last > 0 && text.charCodeAt(last) <= 32) last--
  return text.charCodeAt(last) === opener + 2
}

/** Says by its first characters whether a bracket may open anything but more brackets. */
export function mayBeData(text: string, start: number, limit: number): boolean {
  if (text.charCodeAt(start) !== 123) return true
  let at = start + 1
  while (at < limit && text.charCodeAt(at) <= 32) at++
  const next = text[at] ?? ''
  if (next === '{') return at === start + 1 && text[at + 1] !== '{'
  return at < limit && !/[[\]():;=<>|&%!?@]/.test(next)
}

/** What one walk over a parsed value tells. */
export interface Survey {
  tooDeep: boolean
  /** Some number lies beyond what a number can count. */
  unsafe: boolean
}

/** Walks a value once; the limit of its depth also bounds these calls. */
export function survey(value: unknown, limit: number): Survey {
  const found: Survey = { tooDeep: false, unsafe: false }
  walk(value, limit, found)
  return found
}

function walk(value: unknown, left: number, found: Survey): void {
  if (typeof value === 'number') {
    if (value > Number.MAX_SAFE_INTEGER || value < -Number.MAX_SAFE_INTEGER) found.unsafe = true
    return
  }
  if (typeof value !== 'object' || value === null || found.tooDeep) return
  if (left <= 0) {
    found.tooDeep = true
    return
  }
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item !== 'string') walk(item, left - 1, found)
    return
  }
  const record = value as Record<string, unknown>
  for (const key in record) {
    const inner = record[key]
    if (typeof inner !== 'string') walk(inner, left - 1, found)
  }
}
