import type { JsonSchema } from './standard-schema.ts'

/**
 * A JSON Schema in the form the reader works with: every node has one kind,
 * `$ref` and `allOf` are gone, and a type list has become a union.
 */
export type Shape =
  | AnyShape
  | NeverShape
  | NullShape
  | BooleanShape
  | NumberShape
  | StringShape
  | ChoiceShape
  | ArrayShape
  | ObjectShape
  | UnionShape

interface ShapeBase {
  /** Unique within one compiled schema; memo tables are keyed by it. */
  readonly id: number
  /** Keywords that judge a whole value and do not steer the reading. */
  readonly conditions?: readonly Condition[] | undefined
}

/** A keyword such as `not` or `contains`, ready to be asked. */
export interface Condition {
  readonly rule: string
  readonly holds: (value: unknown) => boolean
}

export interface AnyShape extends ShapeBase {
  readonly kind: 'any'
}

export interface NeverShape extends ShapeBase {
  readonly kind: 'never'
}

export interface NullShape extends ShapeBase {
  readonly kind: 'null'
}

export interface BooleanShape extends ShapeBase {
  readonly kind: 'boolean'
}

export interface NumberShape extends ShapeBase {
  readonly kind: 'number'
  readonly integer: boolean
  readonly minimum: number | undefined
  readonly maximum: number | undefined
  readonly exclusiveMinimum: number | undefined
  readonly exclusiveMaximum: number | undefined
  readonly multipleOf: number | undefined
}

export interface StringShape extends ShapeBase {
  readonly kind: 'string'
  readonly minLength: number | undefined
  readonly maxLength: number | undefined
  readonly pattern: RegExp | undefined
}

/** `const` and `enum`. */
export interface ChoiceShape extends ShapeBase {
  readonly kind: 'choice'
  readonly options: readonly ChoiceOption[]
}

export interface ChoiceOption {
  readonly value: unknown
  /** What an agent may call it: its own text, or the names that stand for it. */
  readonly names: readonly string[]
  readonly description: string | undefined
  /** True when the names stand instead of its own text. */
  readonly renamed: boolean
}

export interface ArrayShape extends ShapeBase {
  readonly kind: 'array'
  readonly prefix: readonly Shape[]
  readonly items: Shape
  readonly minItems: number
  readonly maxItems: number
  readonly unique: boolean
}

export interface ObjectShape extends ShapeBase {
  readonly kind: 'object'
  readonly properties: readonly Property[]
  /** Names on the wire to properties. */
  readonly byName: ReadonlyMap<string, Property>
  /** Folded names to properties; a fold two properties share leads to neither. */
  readonly byFold: ReadonlyMap<string, Property | undefined>
  readonly patterns: readonly { readonly pattern: RegExp; readonly shape: Shape }[]
  readonly names: Shape | undefined
  /** What becomes of keys that are not declared. */
  readonly additional: Shape | 'keep' | 'strip'
  readonly minProperties: number
  readonly maxProperties: number
}

export interface Property {
  readonly name: string
  /** The names an agent may write, the first one being the one it was told. */
  readonly wireNames: readonly string[]
  readonly shape: Shape
  readonly required: boolean
  readonly hasDefault: boolean
}

export interface UnionShape extends ShapeBase {
  readonly kind: 'union'
  readonly branches: readonly Shape[]
  /** True for `oneOf`, where exactly one branch may accept a value. */
  readonly exclusive: boolean
  /** The property whose constant tells the object branches apart. */
  readonly discriminator: string | undefined
}

/** The schema could not be compiled: its author must mend it. */
export interface SchemaProblem {
  readonly at: string
  readonly message: string
}

export type RawSchema = Exclude<JsonSchema, boolean>

/** The strings of a list; whatever else an author wrote into it says nothing. */
export function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}

export function isRawSchema(value: unknown): value is RawSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
