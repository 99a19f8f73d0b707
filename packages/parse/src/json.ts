/** The type of a JSON value. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Says whether a JSON value is an object, with keys rather than items. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return kindOf(value) === 'object'
}

type Container = Readonly<Record<string | number, unknown>>

/** Says whether a JSON value is an object or a list. */
export function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

/** The members of an object under their keys, and those of a list under their indexes. */
export function membersOf(value: unknown): (readonly [key: string | number, member: unknown])[] {
  const nameOf = Array.isArray(value) ? Number : String
  return Object.entries(Object(value)).map(([key, member]) => [nameOf(key), member])
}

/** Says whether a value has parts, or is the text of one that has. */
export function hasParts(value: unknown): boolean {
  return typeof value === 'string' ? /^\s*[[{]/.test(value) : isContainer(value)
}

/** Says whether nothing in a JSON value is more than empty, zero, false or null. */
export function saysNothing(value: unknown): boolean {
  return isContainer(value) ? Object.values(value).every(saysNothing) : !value
}

/** Says whether two JSON values are equal; the order of keys does not count. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || kindOf(one) !== kindOf(other)) return false
  const left = Object.entries(Object(one))
  const right = Object(other)
  return (
    left.length === Object.keys(right).length &&
    left.every(([key, value]) => Object.hasOwn(right, key) && sameJson(value, right[key]))
  )
}

/** Says whether a list holds two equal JSON values. */
export function hasDuplicates(values: readonly unknown[]): boolean {
  return new Set(values.map(value => JSON.stringify(value, sorted))).size < values.length
}

function sorted(_key: string, value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value
}
