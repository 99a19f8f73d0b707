import { isObject } from '../json.ts'
import type { ExtraKey } from '../outcome.ts'

/** Lists the keys of a value that its validated form no longer has; the value's depth is bounded. */
export function extraKeys(
  written: unknown,
  kept: unknown,
  path: (string | number)[] = [],
  extra: ExtraKey[] = []
): ExtraKey[] {
  if (Array.isArray(written)) {
    if (!Array.isArray(kept)) return extra
    for (let index = 0; index < written.length; index++) {
      if (written[index] === kept[index]) continue
      path.push(index)
      extraKeys(written[index], kept[index], path, extra)
      path.pop()
    }
  } else if (isObject(written) && isPlain(kept)) {
    for (const key in written) {
      const value = written[key]
      if (value === kept[key]) continue
      if (Object.hasOwn(kept, key)) {
        path.push(key)
        extraKeys(value, kept[key], path, extra)
        path.pop()
      } else extra.push({ path: [...path, key], value })
    }
  }
  return extra
}

/** A validator may answer with a Map, a Date or an instance of a class. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
