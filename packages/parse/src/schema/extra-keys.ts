import type { ExtraKey } from '../outcome.ts'

/** Lists the keys of a value that its validated form no longer has; the value's depth is bounded. */
export function extraKeys(written: unknown, kept: unknown): ExtraKey[] {
  const extra: ExtraKey[] = []
  compare(written, kept, [], extra)
  return extra
}

function compare(
  written: unknown,
  kept: unknown,
  path: (string | number)[],
  extra: ExtraKey[]
): void {
  if (!isObject(written) || !isObject(kept) || written === kept) return
  if (Array.isArray(written)) {
    if (!Array.isArray(kept)) return
    for (let index = 0; index < written.length && index < kept.length; index++) {
      if (!isObject(written[index])) continue
      path.push(index)
      compare(written[index], kept[index], path, extra)
      path.pop()
    }
    return
  }
  // A validator may answer with a Map, a Date or an instance of a class.
  const prototype: unknown = Object.getPrototypeOf(kept)
  if (prototype !== Object.prototype && prototype !== null) return
  const from = written as Record<string, unknown>
  const to = kept as Record<string, unknown>
  for (const key in from) {
    const value = from[key]
    if (!Object.hasOwn(kept, key)) extra.push({ path: [...path, key], value })
    else if (isObject(value)) {
      path.push(key)
      compare(value, to[key], path, extra)
      path.pop()
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
