import type { ExtraKey } from '../outcome.ts'
import { extraKeys } from '../schema/extra-keys.ts'
import { isUnsafe } from './number.ts'

/** What there is to report about a parsed value. */
export interface Survey {
  tooDeep: boolean
  /** True when some number lies beyond what a number can count. */
  unsafe: boolean
  /** The keys that the validated form of the value no longer has. */
  extra: readonly ExtraKey[]
}

/**
 * Looks a value over.
 *
 * @param kept what a validator made of the value, if one took it
 */
export function survey(written: unknown, limit: number, kept?: unknown): Survey {
  const found: Survey = { tooDeep: false, unsafe: false, extra: [] }
  // As a rule there is nothing to report, and one walk tells so.
  if (kept !== undefined && isUneventful(written, kept, limit)) return found
  walk(written, limit, found)
  if (!found.tooDeep) found.extra = extraKeys(written, kept)
  return found
}

/** Says whether a value is safe, shallow and the same as what was made of it. */
function isUneventful(written: unknown, kept: unknown, left: number): boolean {
  return isContainer(written)
    ? left > 0 && isContainer(kept) && hasSameMembers(written, kept, left - 1)
    : written === kept && (typeof written !== 'number' || !isUnsafe(written))
}

function hasSameMembers(written: Container, kept: Container, left: number): boolean {
  if (Array.isArray(written)) {
    if (!Array.isArray(kept)) return false
    for (let at = 0; at < written.length; at++) {
      if (!isUneventful(written[at], kept[at], left)) return false
    }
  } else {
    // What any object inherits is no member.
    if (kept === Object.prototype) return false
    for (const key in written) if (!isUneventful(written[key], kept[key], left)) return false
  }
  return true
}

type Container = Readonly<Record<string | number, unknown>>

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

/** The limit of the value's depth also bounds these calls. */
function walk(value: unknown, left: number, found: Survey): void {
  if (typeof value === 'number') found.unsafe ||= isUnsafe(value)
  if (!isContainer(value) || found.tooDeep) return
  if (left <= 0) found.tooDeep = true
  else if (Array.isArray(value)) {
    for (const item of value) if (typeof item !== 'string') walk(item, left - 1, found)
  } else {
    for (const key in value) if (typeof value[key] !== 'string') walk(value[key], left - 1, found)
  }
}
