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
  if (at >= end) return false
  const next = text[at] ?? ''
  return opener === 123 ? next === '"' || next === '}' : /[[{"\]\-\dtfn]/.test(next)
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

/** Says whether a value nests deeper than a limit, which also bounds these calls. */
export function deeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit <= 0) return true
  if (Array.isArray(value)) {
    for (const item of value) {
      if (typeof item === 'object' && item !== null && deeperThan(item, limit - 1)) return true
    }
    return false
  }
  for (const key in value) {
    const inner: unknown = Reflect.get(value, key)
    if (typeof inner === 'object' && inner !== null && deeperThan(inner, limit - 1)) return true
  }
  return false
}
