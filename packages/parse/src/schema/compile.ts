import { type Branches, branchesOf, commonConstant } from './branches.ts'
import { choicesOf } from './choices.ts'
import { conditionsOf } from './conditions.ts'
import { Flattener } from './flatten.ts'
import { kindOf } from './kind.ts'
import { foldsOf, namesOf } from './property-names.ts'
import { regularExpression } from './regular-expression.ts'
import { isRawSchema, type Property, type RawSchema, type Shape, stringsOf } from './shape.ts'
import { cutUnionCycles } from './union-cycles.ts'

/** How a schema's silence about undeclared keys is read. */
export interface CompileOptions {
  /** What an object does with undeclared keys where `additionalProperties` is absent. */
  readonly undeclared: 'keep' | 'strip'
}

// A shape is handed out before it is filled, which is how a schema may contain itself.
type Draft = { -readonly [Key in 'id' | 'kind']?: unknown } & Record<string, unknown>

const MOST_SHAPES = 5000
const MOST_UNIONS = 16

interface Job {
  readonly draft: Draft
  readonly flat: RawSchema | boolean
  readonly unions: number
}

function asShape(draft: Draft): Shape {
  return draft as unknown as Shape
}

/** Compiles a JSON Schema; the work is a list, so that its depth costs no stack. */
export function compileSchema(root: unknown, options: CompileOptions): Shape {
  return new Compiler(root, options).compile()
}

class Compiler {
  readonly #root: unknown
  readonly #options: CompileOptions
  readonly #flattener: Flattener
  readonly #shapes = new Map<unknown, Draft>()
  readonly #waiting: Job[] = []
  readonly #drafts: Draft[] = []

  constructor(root: unknown, options: CompileOptions) {
    this.#root = root
    this.#options = options
    this.#flattener = new Flattener(root)
  }

  compile(): Shape {
    const shape = this.#shape(this.#root)
    for (let job = this.#waiting.pop(); job !== undefined; job = this.#waiting.pop()) {
      this.#fill(job)
    }
    const unions = this.#drafts.map(asShape).filter(one => one.kind === 'union')
    cutUnionCycles(unions, (union, branches) => {
      const draft = this.#drafts[union.id]
      if (draft !== undefined) draft.branches = branches
    })
    return shape
  }

  /** @param unions how many unions lead here without anything being read on the way */
  #shape(schema: unknown, unions = 0): Shape {
    const flat = this.#flattener.flatten(schema)
    let draft = this.#shapes.get(flat)
    if (draft === undefined) {
      draft = { id: this.#drafts.length }
      this.#drafts.push(draft)
      // A schema that keeps growing while it is resolved says nothing beyond here.
      const endless = this.#drafts.length > MOST_SHAPES || unions > MOST_UNIONS
      const resolved = endless ? true : flat
      if (typeof flat !== 'boolean') this.#shapes.set(flat, draft)
      this.#waiting.push({ draft, flat: resolved, unions })
    }
    return asShape(draft)
  }

  #fill({ draft, flat, unions }: Job): void {
    if (typeof flat === 'boolean') {
      draft.kind = flat ? 'any' : 'never'
      return
    }
    const branches = branchesOf(flat)
    if (branches !== undefined) {
      this.#fillUnion(draft, flat, branches, unions)
      return
    }
    draft.conditions = conditionsOf(flat, schema => this.#shape(schema))
    const kind = kindOf(flat)
    draft.kind = kind
    if (kind === 'number') fillNumber(draft, flat)
    else if (kind === 'string') fillString(draft, flat)
    else if (kind === 'choice') draft.options = choicesOf(flat)
    else if (kind === 'array') this.#fillArray(draft, flat)
    else if (kind === 'object') this.#fillObject(draft, flat)
  }

  #fillUnion(
    draft: Draft,
    flat: RawSchema,
    { branches, exclusive }: Branches,
    unions: number
  ): void {
    draft.kind = 'union'
    draft.exclusive = exclusive
    draft.branches = branches.map(branch => this.#shape(branch, unions + 1))
    const declared = flat.discriminator
    const name = isRawSchema(declared) ? declared.propertyName : undefined
    draft.discriminator =
      typeof name === 'string'
        ? name
        : commonConstant(
            branches.map(branch => this.#flattener.flatten(branch)),
            part => this.#flattener.flatten(part)
          )
  }

  #fillArray(draft: Draft, flat: RawSchema): void {
    // Before 2020-12 a tuple stood in `items` and its rest in `additionalItems`.
    const legacy = Array.isArray(flat.items)
    const prefix = legacy ? flat.items : flat.prefixItems
    const rest = legacy ? flat.additionalItems : flat.items
    draft.prefix = Array.isArray(prefix) ? prefix.map(item => this.#shape(item)) : []
    draft.items = this.#shape(rest ?? true)
    draft.minItems = numberOf(flat.minItems) ?? 0
    draft.maxItems = numberOf(flat.maxItems) ?? Number.POSITIVE_INFINITY
    draft.unique = flat.uniqueItems === true
  }

  #fillObject(draft: Draft, flat: RawSchema): void {
    const declared = isRawSchema(flat.properties) ? flat.properties : {}
    const asked = new Set(stringsOf(flat.required))
    const undeclared = [...asked].filter(name => !Object.hasOwn(declared, name))
    const properties = [
      ...Object.entries(declared).map(([name, schema]) =>
        this.#property(name, schema, asked.has(name))
      ),
      ...undeclared.map(name => this.#property(name, true, true))
    ]
    const patterns = isRawSchema(flat.patternProperties) ? flat.patternProperties : {}
    draft.properties = properties
    draft.byName = namesOf(properties)
    draft.byFold = foldsOf(properties)
    draft.patterns = Object.entries(patterns).flatMap(([source, schema]) => {
      const pattern = regularExpression(source)
      return pattern === undefined ? [] : [{ pattern, shape: this.#shape(schema) }]
    })
    draft.names = flat.propertyNames === undefined ? undefined : this.#shape(flat.propertyNames)
    draft.additional = this.#additional(flat.additionalProperties, properties.length > 0)
    draft.minProperties = numberOf(flat.minProperties) ?? 0
    draft.maxProperties = numberOf(flat.maxProperties) ?? Number.POSITIVE_INFINITY
  }

  #property(name: string, schema: unknown, required: boolean): Property {
    const own = isRawSchema(schema) ? schema : {}
    const flat = this.#flattener.flatten(schema)
    const told = own['x-alias']
    const others = stringsOf(own['x-aliases'])
    return {
      name,
      wireNames: [typeof told === 'string' ? told : name, ...others],
      shape: this.#shape(schema),
      required,
      hasDefault: typeof flat !== 'boolean' && 'default' in flat
    }
  }

  #additional(schema: unknown, declares: boolean): Shape | 'keep' | 'strip' {
    if (schema === false) return 'strip'
    if (schema === true) return 'keep'
    if (schema === undefined) return declares ? this.#options.undeclared : 'keep'
    return this.#shape(schema)
  }
}

function fillNumber(draft: Draft, flat: RawSchema): void {
  draft.integer = flat.type === 'integer'
  draft.minimum = numberOf(flat.minimum)
  draft.maximum = numberOf(flat.maximum)
  draft.exclusiveMinimum = numberOf(flat.exclusiveMinimum)
  draft.exclusiveMaximum = numberOf(flat.exclusiveMaximum)
  draft.multipleOf = numberOf(flat.multipleOf)
}

function fillString(draft: Draft, flat: RawSchema): void {
  draft.minLength = numberOf(flat.minLength)
  draft.maxLength = numberOf(flat.maxLength)
  draft.pattern = typeof flat.pattern === 'string' ? regularExpression(flat.pattern) : undefined
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
