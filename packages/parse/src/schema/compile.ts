import { isObject } from '../json.ts'
import { type Accepts, conditionsOf, regularExpression } from './conditions.ts'
import { fold } from './fold.ts'
import { isBinding, merge } from './merge.ts'
import type { ChoiceOption, Condition, Property, RawSchema, Shape } from './shape.ts'
import { stringsOf } from './shape.ts'

/** How a JSON Schema is read. */
export interface CompileOptions {
  /** What an object does with undeclared keys where `additionalProperties` is absent. */
  readonly undeclared: 'keep' | 'strip'
  readonly accepts: Accepts
}

/** A schema in the form the reader works with. */
export interface Compiled {
  readonly shape: Shape
  /** True when keys or choices have other names on the wire than in the data. */
  readonly renames: boolean
}

/** Compiles a JSON Schema; the work is a list, so that its depth costs no stack. */
export function compileSchema(root: unknown, options: CompileOptions): Compiled {
  return new Compiler(root, options).compile()
}

/** A schema that keeps growing while it is resolved says nothing beyond here. */
const MOST_SHAPES = 5000
/** How many unions may lead to one another before anything is read. */
const MOST_UNIONS = 16
/** Shapes one value may be held against for the sake of conditions. */
const MOST_EFFORT = 50_000
/** How often one question may lead to another. */
const DEEPEST_QUESTION = 32

type DistributiveOmit<T, Key extends string> = T extends T ? Omit<T, Key> : never

class Compiler {
  readonly #root: unknown
  readonly #options: CompileOptions
  // A shape is handed out before it is filled, which is how a schema may contain itself.
  readonly #shapes = new Map<unknown, Shape>()
  /** How many unions lead to a schema without anything being read on the way. */
  readonly #unions = new Map<unknown, number>()
  #renames = false
  #ids = 0
  #asking = 0
  #asked: unknown
  #effort = 0
  readonly #answers = new Map<Shape, Map<unknown, boolean>>()

  constructor(root: unknown, options: CompileOptions) {
    this.#root = root
    this.#options = options
  }

  compile(): Compiled {
    const shape = this.#shape(this.#root)
    // Filling one may ask for others, which come up behind it.
    for (const [schema, draft] of this.#shapes) {
      const unions = this.#unions.get(schema) ?? 0
      const endless = this.#ids > MOST_SHAPES || unions > MOST_UNIONS
      Object.assign(draft, endless ? { kind: 'any' } : this.#read(schema, unions))
    }
    for (const union of this.#shapes.values()) {
      if (union.kind === 'union') Object.assign(union, { branches: this.#leaves(union) })
    }
    return { shape, renames: this.#renames }
  }

  readonly #shape = (schema: unknown): Shape => {
    let shape = this.#shapes.get(schema)
    if (shape === undefined) {
      shape = { kind: 'any', id: this.#ids++ }
      this.#shapes.set(schema, shape)
    }
    return shape
  }

  #conditions(flat: RawSchema): readonly Condition[] | undefined {
    return conditionsOf(flat, this.#shape, this.#accepts)
  }

  /**
   * Conditions may lead to one another in more ways than anybody can follow, so that no question
   * is asked twice of one value; the answers stay until another value comes.
   */
  readonly #accepts: Accepts = (shape, value) => {
    if (this.#asking === 0 && value !== this.#asked) {
      this.#answers.clear()
      this.#asked = value
      this.#effort = 0
    }
    this.#effort += shape.kind === 'union' ? shape.branches.length : 1
    if (this.#effort > MOST_EFFORT || this.#asking > DEEPEST_QUESTION) return true
    let answers = this.#answers.get(shape)
    if (answers === undefined) {
      answers = new Map()
      this.#answers.set(shape, answers)
    }
    let accepted = answers.get(value)
    if (accepted === undefined) {
      // Whoever leads back here while the answer is looked for has nothing to add to it.
      answers.set(value, true)
      this.#asking++
      accepted = this.#options.accepts(shape, value)
      this.#asking--
      answers.set(value, accepted)
    }
    return accepted
  }

  #read(schema: unknown, unions: number): DistributiveOmit<Shape, 'id'> {
    const merged = merge(this.#root, schema)
    if (typeof merged === 'boolean') return { kind: merged ? 'any' : 'never' }
    const { allOf, ...flat } = merged
    const union = unionOf(flat)
    if (union === undefined) {
      return { ...this.#byKind(flat), conditions: this.#conditions({ ...flat, allOf }) }
    }
    const branches = union.branches.map(branch => {
      if (!this.#shapes.has(branch)) this.#unions.set(branch, unions + 1)
      return this.#shape(branch)
    })
    return { kind: 'union', branches, conditions: this.#conditions({ allOf, ...union.asks }) }
  }

  /**
   * What a union leads to through nothing but unions, each with what those ask of
   * it. One that leads back to itself asks the same question again.
   */
  #leaves(root: Shape): Shape[] {
    const met = new Map<Shape, readonly Condition[]>([[root, []]])
    for (const [shape, asked] of met) {
      if (shape.kind !== 'union') continue
      const asks = shape === root ? asked : [...asked, ...(shape.conditions ?? [])]
      for (const branch of shape.branches) if (!met.has(branch)) met.set(branch, asks)
    }
    return [...met].flatMap(([shape, asked]) => {
      if (shape.kind === 'union') return []
      if (asked.length === 0) return shape
      return { ...shape, id: this.#ids++, conditions: [...(shape.conditions ?? []), ...asked] }
    })
  }

  #byKind(flat: RawSchema): DistributiveOmit<Shape, 'id'> {
    const kind = kindOf(flat)
    switch (kind) {
      case 'number':
        return { kind, integer: flat.type === 'integer' }
      case 'choice':
        return { kind, options: this.#choices(flat) }
      case 'array':
        return { kind, ...this.#array(flat) }
      case 'object':
        return { kind, ...this.#object(flat) }
      default:
        return { kind }
    }
  }

  #choices(flat: RawSchema): ChoiceOption[] {
    const values = 'const' in flat ? [flat.const] : [flat.enum].flat()
    const { 'x-aliases': aliases, 'x-descriptions': descriptions } = flat
    return values.map(value => {
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
      const told = stringsOf(own(aliases, text))
      const description = own(descriptions, text)
      this.#renames ||= told.length > 0
      return {
        value,
        names: told.length > 0 ? told : [text],
        description: typeof description === 'string' ? description : undefined
      }
    })
  }

  #array(flat: RawSchema) {
    // Before 2020-12 a tuple stood in `items` and its rest in `additionalItems`.
    const [prefix, rest] = Array.isArray(flat.items)
      ? [flat.items, flat.additionalItems]
      : [flat.prefixItems, flat.items]
    return {
      prefix: Array.isArray(prefix) ? prefix.map(this.#shape) : [],
      items: this.#shape(rest ?? true)
    }
  }

  #object(flat: RawSchema) {
    const declared = isObject(flat.properties) ? flat.properties : {}
    const required = new Set(stringsOf(flat.required))
    const names = new Set([...Object.keys(declared), ...required])
    const patterns = Object.entries(Object(flat.patternProperties)).flatMap(([source, schema]) => {
      const pattern = regularExpression(source)
      return pattern === undefined ? [] : { pattern, schema, shape: this.#shape(schema) }
    })
    const properties = [...names].map((name): Property => {
      const schema = own(declared, name) ?? true
      const { 'x-alias': told, 'x-aliases': others } = isObject(schema) ? schema : {}
      this.#renames ||= typeof told === 'string'
      const also = patterns.filter(({ pattern }) => pattern.test(name)).map(one => one.schema)
      return {
        name,
        wireNames: [typeof told === 'string' ? told : name, ...stringsOf(others)],
        shape: this.#shape(also.length > 0 ? { allOf: [schema, ...also] } : schema),
        required: required.has(name)
      }
    })
    const byName = new Map<string, Property>()
    const byFold = new Map<string, Property | undefined>()
    for (const property of properties) {
      for (const name of property.wireNames) {
        byName.set(name, property)
        const folded = fold(name)
        const taken = byFold.has(folded) && byFold.get(folded) !== property
        byFold.set(folded, taken ? undefined : property)
      }
    }
    return {
      properties,
      byName,
      byFold,
      patterns,
      names: flat.propertyNames === undefined ? undefined : this.#shape(flat.propertyNames),
      additional: this.#additional(flat.additionalProperties, names.size > 0)
    }
  }

  #additional(schema: unknown, declares: boolean): Shape | 'keep' | 'strip' {
    if (schema === false) return 'strip'
    if (schema === undefined && declares) return this.#options.undeclared
    return schema === undefined || schema === true ? 'keep' : this.#shape(schema)
  }
}

function own(record: unknown, key: string): unknown {
  return isObject(record) && Object.hasOwn(record, key) ? record[key] : undefined
}

/** The branches of a union, each joined with what stands beside them, and what only it asks. */
function unionOf(flat: RawSchema) {
  const { nullable, type, ...beside } = flat
  if (nullable === true) return { branches: [{ ...flat, nullable: false }, { type: 'null' }] }
  for (const keyword of ['anyOf', 'oneOf']) {
    const { [keyword]: listed, ...rest } = flat
    if (!Array.isArray(listed)) continue
    const binds = Object.keys(rest).some(isBinding)
    const branches = listed.map(branch => (binds ? { allOf: [rest, branch] } : branch))
    return { branches, asks: keyword === 'oneOf' ? { oneOf: listed } : {} }
  }
  if (!Array.isArray(type) || 'enum' in flat || 'const' in flat) return undefined
  return { branches: type.map(one => ({ ...beside, type: one })) }
}

/** Keywords that speak of one kind of value, where no type is named. */
const SPEAKING = {
  object: /propert|^required$|^dependentRequired$/i,
  array: /items$|^contains$/i,
  string: /Length$|^pattern$/,
  number: /imum$|^multipleOf$/
} as const

function kindOf(flat: RawSchema) {
  const { type } = flat
  if ('const' in flat || Array.isArray(flat.enum)) return 'choice'
  switch (type) {
    case 'null':
    case 'boolean':
    case 'string':
    case 'array':
    case 'object':
    case 'number':
      return type
    case 'integer':
      return 'number'
  }
  const keywords = Object.keys(flat)
  for (const kind of ['object', 'array', 'string', 'number'] as const) {
    if (keywords.some(keyword => SPEAKING[kind].test(keyword))) return kind
  }
  return 'any'
}
