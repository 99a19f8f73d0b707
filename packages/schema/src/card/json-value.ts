/** A JSON object as it comes out of the parser: own properties only. */
export type JsonObject = Record<string, unknown>

/** Says whether a value is a JSON object, and no list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Adds a key to a JSON pointer. @see https://www.rfc-editor.org/rfc/rfc6901 */
export function pointer(path: string, key: string | number): string {
  return `${path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
