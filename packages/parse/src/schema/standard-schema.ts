import { isObject } from '../json.ts'

/**
 * The part of the Standard Schema interface this package uses, declared here so
 * that it depends on no validator.
 *
 * @see https://standardschema.dev
 */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined
    readonly validate: (
      value: unknown
    ) => StandardResult<Output> | PromiseLike<StandardResult<Output>>
    readonly jsonSchema?: {
      readonly input: (options: JsonSchemaRequest) => Record<string, unknown>
    }
  }
}

/** What a Standard Schema says about a value. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

/** One complaint of a Standard Schema. */
export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** What a JSON Schema converter is asked for. */
export interface JsonSchemaRequest {
  readonly target: 'draft-2020-12'
  readonly libraryOptions?: Record<string, unknown> | undefined
}

/** A plain JSON Schema: an object of keywords, or true or false. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown }

/** Anything data can be held against. */
export type Schema = StandardSchema | JsonSchema

/** The type of data that fits a schema; `unknown` for a plain JSON Schema. */
export type InferData<S> = S extends StandardSchema<infer Output> ? Output : unknown

export function isJsonSchema(schema: unknown): schema is JsonSchema {
  return typeof schema === 'boolean' || isObject(schema)
}

export function isStandardSchema(schema: unknown): schema is StandardSchema {
  // ArkType schemas are functions.
  const standard: unknown = Object(schema)['~standard']
  return typeof Object(standard).validate === 'function'
}
