import { isContainer, isObject, membersOf } from '../json.ts'
import type { ExtraKey } from '../outcome.ts'
import type { Path } from '../span.ts'
import { isUnsafe } from './number.ts'

/** What there is to report about a parsed value. */
export interface Survey {
  tooDeep: boolean
  /** True when some number lies beyond what a number can count. */
  unsafe: boolean
  /** The keys that the validated form of the value no longer has. */
  readonly extra: ExtraKey[]
}

/**
 * Looks a value over.
 *
 * @param kept what a validator made of the value, if one took it
 */
export function survey(written: unknown, limit: number, kept = written): Survey {
  const found: Survey = { tooDeep: false, unsafe: false, extra: [] }
  // As a rule there is nothing to report, and a quicker walk tells so.
  if (!isUneventful(written, kept, limit)) walk(written, kept, limit, [], found)
  return found
}

/** Says whether a value is safe and shallow, and what was made of it has all of its keys. */
function isUneventful(written: unknown, kept: unknown, left: number): boolean {
  if (!isContainer(written)) return !isUnsafe(written)
  if (left <= 0 || !isContainer(kept)) return false
  if (Array.isArray(written)) {
    if (!Array.isArray(kept)) return false
    for (let at = 0; at < written.length; at++) {
      if (!isUneventful(written[at], kept[at], left - 1)) return false
    }
    return true
  }
  // As a rule they have the same keys in the same order, and to look for each costs far more.
  const names = Object.keys(kept)
  let at = 0
  for (const key in written) {
    if (key !== names[at++] && !Object.hasOwn(kept, key)) return false
    const inner = written[key]
    if (isContainer(inner) ? !isUneventful(inner, kept[key], left - 1) : isUnsafe(inner))
      return false
  }
  return true
}

/** The limit of the value's depth also bounds these calls. */
function walk(value: unknown, kept: unknown, left: number, path: Path, found: Survey): void {
  found.unsafe ||= isUnsafe(value)
  if (!isContainer(value) || found.tooDeep) return
  found.tooDeep = left <= 0
  for (const [key, inner] of membersOf(value)) {
    const at = [...path, key]
    const isLost = typeof key === 'string' && isPlain(kept) && !Object.hasOwn(kept, key)
    if (isLost) found.extra.push({ path: at, value: inner })
    walk(inner, isLost ? undefined : Object(kept)[key], left - 1, at, found)
  }
}

/** A validator may answer with a Map, a Date or an instance of a class. */
function isPlain(value: unknown): value is object {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
