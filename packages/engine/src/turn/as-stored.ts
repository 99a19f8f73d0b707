import type { ConversationState } from '../workflow/state.ts'

/** JSON that can be written as UTF-8 and read back the same. */
export const textOf = (value: unknown): string => {
  const text = JSON.stringify(value)
  return loneSurrogate.test(text)
    ? JSON.stringify(value, (_, item) => (typeof item === 'string' ? item.toWellFormed() : item))
    : text
}

/** JSON writes nothing else like this but a backslash before such letters, which only costs time. */
const loneSurrogate = /\\ud[89a-f]/

/**
 * A state as every store gives it back.
 *
 * @param before the state it came from, as a store gave it: what is still part of that is so already,
 *   and a state is mostly logs that grow by one line
 */
export const asStored = (
  state: ConversationState,
  before: ConversationState
): ConversationState => {
  const known: Readonly<Record<string, unknown>> = before
  const fields = Object.entries(state).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    fields.map(([name, value]) => [name, fieldAsStored(value, known[name])])
  ) as ConversationState
}

const fieldAsStored = (value: unknown, before: unknown): unknown => {
  if (value === before) return value
  if (!Array.isArray(value) || !Array.isArray(before)) return throughText(value)
  const known = new Set<unknown>(before)
  return value.map(item => (known.has(item) ? item : throughText(item ?? null)))
}

const throughText = (value: unknown): unknown => JSON.parse(textOf(value))
