import { deeperThan, deepest, isRecord, plainJson } from '../workflow/plain-json.ts'

/** One activity of the agent, as far as its shape could be trusted to be read. */
export type Activity = { index: number; type: string; fields: Record<string, unknown> }

/**
 * Reads the JSON text of an activity leniently: whatever is an object with a `type` counts.
 *
 * @returns the reason when it cannot be read: not JSON, no activity, or nested too deep
 */
export const readActivity = (
  raw: string,
  index: number
): Activity | { index: number; unreadable: string } => {
  const read = readJson(raw)
  if ('unreadable' in read) return { index, unreadable: read.unreadable }
  const { value } = read
  return isRecord(value) && typeof value.type === 'string'
    ? { index, type: value.type, fields: value }
    : { index, unreadable: 'no activity' }
}

/** Parses JSON text of the far side; what it gives is no deeper than 64 levels and can be kept. */
export const readJson = (text: string): { value: unknown } | { unreadable: string } => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { unreadable: 'not JSON' }
  }
  return deeperThan(value, deepest)
    ? { unreadable: `deeper than ${deepest} levels` }
    : { value: plainJson(value) }
}

/** Whether the agent said it, as far as the activity tells. */
export const fromAgent = ({ fields: { from } }: Activity): boolean =>
  !(isRecord(from) && textIn(from.role).toLowerCase() === 'user')

/** The value when it is text, or no text: far sides send null, numbers and objects where text belongs. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

export const recordsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : []
