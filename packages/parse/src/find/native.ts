/** Parses valid JSON; the wrapper tells `null` from nothing. */
export function nativeJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Walks a value level by level, so that its depth costs no stack. */
export function deeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    const below: unknown[] = []
    for (const node of level) {
      if (typeof node !== 'object' || node === null) continue
      if (depth >= limit) return true
      pushInner(node, below)
    }
    level = below
  }
  return false
}

function pushInner(node: object, below: unknown[]): void {
  for (const inner of Array.isArray(node) ? node : Object.values(node)) {
    if (typeof inner === 'object' && inner !== null) below.push(inner)
  }
}
