import type { JsonSchema } from '@turnwise/parse'
import { findJsonFault } from './json-fault.ts'
import { positionAt } from './position.ts'

export type ReadSchema =
  | { readonly kind: 'schema'; readonly schema: JsonSchema | undefined }
  | { readonly kind: 'invalid'; readonly message: string }

/** Reads the schema a person typed; white space alone is no schema. */
export function readSchema(text: string): ReadSchema {
  if (text.trim() === '') return { kind: 'schema', schema: undefined }
  const fault = findJsonFault(text)
  if (fault !== undefined) {
    const { line, column } = positionAt(text, fault.at)
    const message = `Not JSON: line ${line}, column ${column} needs ${fault.expected}.`
    return { kind: 'invalid', message }
  }
  const value: unknown = JSON.parse(text)
  return isSchema(value)
    ? { kind: 'schema', schema: value }
    : { kind: 'invalid', message: 'A JSON Schema is an object, true or false.' }
}

function isSchema(value: unknown): value is JsonSchema {
  if (typeof value === 'boolean') return true
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
