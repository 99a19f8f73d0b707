/** Deepest nesting of anything that is taken in, in objects and lists inside one another. */
export const deepest = 64

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether objects and lists nest deeper than `levels`; no depth can break the walk itself. */
export const deeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some(item => deeperThan(item, levels - 1)))

/**
 * The value as it can be kept: text that can be written as UTF-8, and no property called
 * `__proto__`, which patches and careless merges would lose or obey.
 *
 * @param value JSON no deeper than {@link deepest}
 */
export const plainJson = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(plainJson)
  if (!isRecord(value)) return value
  const plain: Record<string, unknown> = {}
  for (const name of Object.keys(value))
    if (name !== '__proto__') plain[name.toWellFormed()] = plainJson(value[name])
  return plain
}
