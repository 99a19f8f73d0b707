/**
 * Returns a copy of a JSON value whose strings and keys are well-formed UTF-16: a lone surrogate
 * becomes U+FFFD, so that what is stored, hashed and sent on is the same text everywhere.
 *
 * Recurses as deep as the value: the depth of a body is checked before.
 */
export function wellFormed<T>(value: T): T
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(item => wellFormed(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.toWellFormed(), wellFormed(item)])
  )
}
