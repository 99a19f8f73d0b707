import type { JsonSchema } from './standard-schema.ts'

/**
 * A JSON Schema in the form the reader works with: every node has one kind,
 * `$ref` and `allOf` are gone, and a type list has become a union.
 */
export type Shape = PlainShape | NumberShape | ChoiceShape | ArrayShape | ObjectShape | UnionShape

interface ShapeBase {
  /** Keywords that judge a value and do not steer the reading. */
  readonly conditions?: readonly Condition[] | undefined
}

/** A keyword such as `minimum` or `not`, ready to be asked. */
export interface Condition {
  readonly rule: string
  /** What it asks for, in a few words. */
  readonly expected: string
  readonly holds: (value: unknown) => boolean
}

interface PlainShape extends ShapeBase {
  readonly kind: 'any' | 'never' | 'null' | 'boolean' | 'string'
}

export interface NumberShape extends ShapeBase {
  readonly kind: 'number'
  readonly integer: boolean
}

/** `const` and `enum`. */
export interface ChoiceShape extends ShapeBase {
  readonly kind: 'choice'
  readonly options: readonly ChoiceOption[]
}

export interface ChoiceOption {
  readonly value: unknown
  /** What an agent may call it: its own text, or the names that stand instead of it. */
  readonly names: readonly string[]
  readonly description: string
}

export interface ArrayShape extends ShapeBase {
  readonly kind: 'array'
  readonly prefix: readonly Shape[]
  readonly items: Shape
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
  /** What keys are that are not declared; absent where they are not kept. */
  readonly additional: Shape | undefined
}

export interface Property {
  readonly name: string
  readonly shape: Shape
  readonly required: boolean
}

/** `anyOf`, `oneOf` or a list of types; its branches are never unions themselves. */
export interface UnionShape extends ShapeBase {
  readonly kind: 'union'
  readonly branches: readonly Shape[]
}

export type RawSchema = Exclude<JsonSchema, boolean>

/** The strings of a list; whatever else an author wrote into it says nothing. */
export function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}

/** The shapes a value may have: those of a union, or the only one. */
export function branchesOf(shape: Shape | undefined): readonly Shape[] {
  if (shape === undefined) return []
  return shape.kind === 'union' ? shape.branches : [shape]
}
