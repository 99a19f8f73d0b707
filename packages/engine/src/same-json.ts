/** Whether two values have the same JSON, but for the order of their keys. */
export const isSameJson = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other))
    return false
  const names = namesIn(one)
  return (
    names.length === namesIn(other).length &&
    names.every(name => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
  )
}

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** What is undefined has no text. */
const namesIn = (object: Fields): string[] =>
  Object.keys(object).filter(name => object[name] !== undefined)
