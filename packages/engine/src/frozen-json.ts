import { isRecord } from './workflow/plain-json.ts'

/**
 * A value as its JSON text would give it back, written as well-formed UTF-8: a copy that nobody can
 * change, made without the text, which takes longer.
 *
 * @param value what JSON has a text for
 * @param before plain JSON that nobody changes: what of it still stands in the value, under the same
 *   name or in the same order of a list, is taken over as it is
 */
export const frozenJson = <T>(value: T, before?: unknown): T => copyOf(value, before) as T

type Fields = Record<string, unknown>

const copyOf = (value: unknown, before?: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'number') return Number.isFinite(value) ? value || 0 : null
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null || value === before) return value
  if (Array.isArray(value)) return Object.freeze(itemsOf(value, before))
  if (hasText(value)) return copyOf(value.toJSON())
  return Object.freeze(fieldsOf(value, isRecord(before) ? before : null))
}

const itemsOf = (list: readonly unknown[], before: unknown): unknown[] => {
  const known: readonly unknown[] = Array.isArray(before) ? before : []
  const copy: unknown[] = []
  // What stays of a list keeps its order, and what is new comes behind it.
  let next = 0
  for (const item of list) {
    const place = known.indexOf(item, next)
    next = place < 0 ? known.length : place + 1
    copy.push(place < 0 ? (copyOf(item) ?? null) : known[place])
  }
  return copy
}

const fieldsOf = (value: object, before: Fields | null): Fields => {
  // Spreading, unlike assigning, makes a field of any name its own, `__proto__` too.
  const copy: Fields = { ...value }
  for (const name in copy) {
    const field = copy[name]
    const kept = copyOf(field, before?.[name])
    if (kept === undefined) delete copy[name]
    else if (!Object.is(kept, field)) copy[name] = kept
  }
  return copy
}

/** Whether a value says itself what its text is, as a date does. */
const hasText = (value: object): value is { toJSON(): unknown } =>
  typeof (value as { toJSON?: unknown }).toJSON === 'function'
