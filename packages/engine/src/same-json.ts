/** Whether two values have the same JSON, but for the order of their keys. */
export const isSameJson = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    // In a list, what is undefined has the text of null.
    return (
      one.length === other.length &&
      one.every((item, index) => isSameJson(item ?? null, other[index] ?? null))
    )
  if (!isObject(one) || !isObject(other)) return false
  const names = namesIn(one)
  return (
    names.length === namesIn(other).length &&
    names.every(name => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
  )
}

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** In an object, what is undefined has no text. */
const namesIn = (object: Fields): string[] =>
  Object.keys(object).filter(name => object[name] !== undefined)
