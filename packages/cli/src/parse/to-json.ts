/**
 * Writes a value as JSON. What a schema may make and JSON cannot say (a `bigint`, a `Map`, a
 * `Set`, a circle) is written as the nearest thing it can.
 */
export function toJson(value: unknown, indent?: number): string {
  const above: object[] = []
  const json: string | undefined = JSON.stringify(
    value,
    function (this: object, _key, inner: unknown) {
      if (typeof inner === 'bigint') return String(inner)
      if (typeof inner !== 'object' || inner === null) return inner
      // `this` holds the value: what was above it before and is no more has been written.
      above.splice(above.indexOf(this) + 1)
      if (above.includes(inner)) return '[circular]'
      const plain =
        inner instanceof Map ? [...inner.entries()] : inner instanceof Set ? [...inner] : inner
      above.push(plain)
      return plain
    },
    indent
  )
  return json ?? 'null'
}
