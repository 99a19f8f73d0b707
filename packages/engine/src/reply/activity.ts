/** One activity of the agent, as far as its shape could be trusted to be read. */
export type Activity = { index: number; type: string; fields: Record<string, unknown> }

const deepest = 64

/**
 * Reads the JSON text of an activity leniently: whatever is an object with a `type` counts.
 *
 * @returns the reason when it cannot be read: not JSON, no object, or nested deeper than 64 levels
 */
export const readActivity = (
  raw: string,
  index: number
): Activity | { index: number; unreadable: string } => {
  let value: unknown
  try {
    value = JSON.parse(raw)
  } catch {
    return { index, unreadable: 'not JSON' }
  }
  if (!isRecord(value) || typeof value.type !== 'string')
    return { index, unreadable: 'no activity' }
  if (deeperThan(value, deepest)) return { index, unreadable: `deeper than ${deepest} levels` }
  return { index, type: value.type, fields: value }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value nests deeper than `levels`; walks level by level, so no depth can break it. */
export const deeperThan = (value: unknown, levels: number): boolean => {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true
    level = level.flatMap(item =>
      typeof item === 'object' && item !== null ? Object.values(item) : []
    )
  }
  return false
}

/** Whether the agent said it, as far as the activity tells. */
export const fromAgent = (activity: Activity): boolean => {
  const { from } = activity.fields
  return !(isRecord(from) && from.role === 'user')
}

export const textOf = (activity: Activity): string =>
  typeof activity.fields.text === 'string' ? activity.fields.text.toWellFormed() : ''

export const recordsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : []
