import { conditionsOf } from './conditions.ts'
import { Flattener } from './flatten.ts'
import { fold } from './fold.ts'
import {
  type ChoiceOption,
  isRawSchema,
  type Property,
  type RawSchema,
  type Shape
} from './shape.ts'

/** How a schema's silence about undeclared keys is read. */
export interface CompileOptions {
  /** What an object does with undeclared keys where `additionalProperties` is absent. */
  readonly undeclared: 'keep' | 'strip'
}

// A shape is handed out before it is filled, which is how a schema may contain itself.
type Draft = { -readonly [Key in 'id' | 'kind']?: unknown } & Record<string, unknown>

/** Compiles a JSON Schema; the work is a list, so that its depth costs no stack. */
export function compileSchema(root: unknown, options: CompileOptions): Shape {
  return new Compiler(root, options).compile()
}

class Compiler {
  readonly #root: unknown
  readonly #options: CompileOptions
  readonly #flattener: Flattener
  readonly #shapes = new Map<unknown, Draft>()
  readonly #waiting: { draft: Draft; flat: RawSchema | boolean }[] = []
  #nextId = 0

  constructor(root: unknown, options: CompileOptions) {
    this.#root = root
    this.#options = options
    this.#flattener = new Flattener(root)
  }

  compile(): Shape {
    const shape = this.#shape(this.#root)
    for (let job = this.#waiting.pop(); job !== undefined; job = this.#waiting.pop()) {
      this.#fill(job.draft, job.flat)
    }
    return shape
  }

  #shape(schema: unknown): Shape {
    const flat = this.#flattener.flatten(schema)
    let draft = this.#shapes.get(flat)
    if (draft === undefined) {
      draft = { id: this.#nextId++ }
      if (typeof flat !== 'boolean') this.#shapes.set(flat, draft)
      this.#waiting.push({ draft, flat })
    }
    return draft as unknown as Shape
  }

  #fill(draft: Draft, flat: RawSchema | boolean): void {
    if (typeof flat === 'boolean') {
      draft.kind = flat ? 'any' : 'never'
      return
    }
    const branches = branchesOf(flat)
    if (branches !== undefined) {
      this.#fillUnion(draft, flat, branches)
      return
    }
    draft.conditions = conditionsOf(
      flat,
      schema => compileSchema(schema, this.#inner()),
      this.#root
    )
    const kind = kindOf(flat)
    draft.kind = kind
    if (kind === 'number') fillNumber(draft, flat)
    else if (kind === 'string') fillString(draft, flat)
    else if (kind === 'choice') draft.options = choicesOf(flat)
    else if (kind === 'array') this.#fillArray(draft, flat)
    else if (kind === 'object') this.#fillObject(draft, flat)
  }

  #inner(): CompileOptions {
    return { ...this.#options, undeclared: 'keep' }
  }

  #fillUnion(draft: Draft, flat: RawSchema, { branches, exclusive }: Branches): void {
    draft.kind = 'union'
    draft.exclusive = exclusive
    draft.branches = branches.map(branch => this.#shape(branch))
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
    const required = new Set(Array.isArray(flat.required) ? flat.required : [])
    for (const name of Object.keys(declared)) required.delete(name)
    const asked = new Set(Array.isArray(flat.required) ? flat.required : [])
    const properties = [
      ...Object.entries(declared).map(([name, schema]) =>
        this.#property(name, schema, asked.has(name))
      ),
      ...[...required].map(name => this.#property(String(name), true, true))
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
    const others = Array.isArray(own['x-aliases']) ? own['x-aliases'].map(String) : []
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

interface Branches {
  readonly branches: readonly unknown[]
  readonly exclusive: boolean
}

/** The branches of a union, each joined with what stands beside `anyOf`, `oneOf` or a type list. */
function branchesOf(flat: RawSchema): Branches | undefined {
  const { anyOf, oneOf, type, nullable, ...beside } = flat
  if (nullable === true) {
    return { branches: [{ ...flat, nullable: false }, { type: 'null' }], exclusive: false }
  }
  const typed = type === undefined ? beside : { ...beside, type }
  if (Array.isArray(anyOf)) {
    const rest = oneOf === undefined ? typed : { ...typed, oneOf }
    return { branches: anyOf.map(branch => joined(rest, branch)), exclusive: false }
  }
  if (Array.isArray(oneOf)) {
    return { branches: oneOf.map(branch => joined(typed, branch)), exclusive: true }
  }
  if (!Array.isArray(type) || 'enum' in flat || 'const' in flat) return undefined
  if (type.length === 1) return { branches: [{ ...beside, type: type[0] }], exclusive: false }
  return { branches: type.map(one => ({ ...beside, type: one })), exclusive: false }
}

const DESCRIBING = new Set([
  'title',
  'description',
  'default',
  'examples',
  '$schema',
  '$id',
  '$comment',
  'discriminator',
  'deprecated',
  'readOnly',
  'writeOnly'
])

function joined(rest: RawSchema, branch: unknown): unknown {
  const binding = Object.keys(rest).some(key => !DESCRIBING.has(key) && !key.startsWith('x-'))
  return binding ? { allOf: [rest, branch] } : branch
}

type Kind = 'any' | 'null' | 'boolean' | 'number' | 'string' | 'choice' | 'array' | 'object'

function kindOf(flat: RawSchema): Kind {
  if ('const' in flat || Array.isArray(flat.enum)) return 'choice'
  switch (flat.type) {
    case 'null':
    case 'boolean':
    case 'string':
    case 'array':
    case 'object':
    case 'number':
      return flat.type
    case 'integer':
      return 'number'
    default:
      return impliedKind(flat)
  }
}

/** Keywords that speak of one kind of value, where no type is named. */
const SPEAKING: readonly (readonly [Kind, readonly string[]])[] = [
  [
    'object',
    [
      'properties',
      'required',
      'additionalProperties',
      'patternProperties',
      'propertyNames',
      'minProperties',
      'maxProperties',
      'dependentRequired'
    ]
  ],
  ['array', ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['pattern', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']]
]

function impliedKind(flat: RawSchema): Kind {
  const spoken = SPEAKING.find(([, keywords]) => keywords.some(keyword => keyword in flat))
  return spoken?.[0] ?? 'any'
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

function choicesOf(flat: RawSchema): readonly ChoiceOption[] {
  const listed = Array.isArray(flat.enum) ? flat.enum : [flat.const]
  const values = 'const' in flat ? [flat.const] : listed
  const aliases = isRawSchema(flat['x-aliases']) ? flat['x-aliases'] : {}
  const descriptions = isRawSchema(flat['x-descriptions']) ? flat['x-descriptions'] : {}
  return values.map(value => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const told = Object.hasOwn(aliases, text) ? aliases[text] : undefined
    const names = Array.isArray(told) && told.length > 0 ? told.map(String) : [text]
    const description = Object.hasOwn(descriptions, text) ? descriptions[text] : undefined
    return { value, names, description: typeof description === 'string' ? description : undefined }
  })
}

function namesOf(properties: readonly Property[]): Map<string, Property> {
  const names = new Map<string, Property>()
  for (const property of properties)
    for (const name of property.wireNames) names.set(name, property)
  return names
}

function foldsOf(properties: readonly Property[]): Map<string, Property | undefined> {
  const folds = new Map<string, Property | undefined>()
  for (const property of properties) {
    for (const name of property.wireNames) {
      const key = fold(name)
      const taken = folds.has(key) && folds.get(key) !== property
      folds.set(key, taken ? undefined : property)
    }
  }
  return folds
}

/** The property that every object branch declares with constants of its own. */
function commonConstant(
  branches: readonly (RawSchema | boolean)[],
  flatten: (schema: unknown) => RawSchema | boolean
): string | undefined {
  const objects = branches.filter(
    branch => typeof branch !== 'boolean' && isRawSchema(branch.properties)
  )
  const first = objects[0]
  if (objects.length < 2 || first === undefined || typeof first === 'boolean') return undefined
  const names = isRawSchema(first.properties) ? Object.keys(first.properties) : []
  return names.find(name =>
    objects.every(branch => {
      if (typeof branch === 'boolean' || !isRawSchema(branch.properties)) return false
      if (!Object.hasOwn(branch.properties, name)) return false
      const flat = flatten(branch.properties[name])
      return typeof flat !== 'boolean' && ('const' in flat || Array.isArray(flat.enum))
    })
  )
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

export function regularExpression(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u')
  } catch {
    try {
      return new RegExp(source)
    } catch {
      return undefined
    }
  }
}
