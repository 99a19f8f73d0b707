import { type JsonSchema, parseReply } from '@turnwise/parse'
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
  if (!isSchema(value)) {
    return { kind: 'invalid', message: 'A JSON Schema is an object, true or false.' }
  }
  // What is wrong with a schema is said whatever is read with it.
  const outcome = parseReply('', { schema: value })
  const issues = outcome.kind === 'parse_error' ? outcome.issues : []
  const wrong = issues.find(({ rule }) => rule === 'schema')
  return wrong === undefined
    ? { kind: 'schema', schema: value }
    : { kind: 'invalid', message: `No JSON Schema: ${wrong.message}.` }
}

function isSchema(value: unknown): value is JsonSchema {
  if (typeof value === 'boolean') return true
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
