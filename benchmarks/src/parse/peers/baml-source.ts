import type { ObjectSchema } from '../reading.ts'

/** The words of JSON Schema the corpora use. */
interface Words {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Words>>
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Words[]
  readonly items?: Words
  readonly properties?: Readonly<Record<string, Words>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Words | boolean
  readonly 'x-alias'?: string
  readonly 'x-aliases'?: Readonly<Record<string, readonly string[]>>
  readonly 'x-descriptions'?: Readonly<Record<string, string>>
}

/** The function whose answer is read. */
export const FUNCTION = 'Answer'

const CLIENT = `client<llm> Nobody {
  provider openai
  options {
    model "none"
    api_key "none"
  }
}`

const ANY_JSON =
  'type AnyJson = int | float | bool | string | null | AnyJson[] | map<string, AnyJson>'

const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'null'
}

/** Writes a JSON Schema in BAML's own language: a function that returns such a value. */
export function bamlSource(schema: ObjectSchema | undefined): string {
  const writer = new Writer()
  const root = (schema ?? {}) as Words
  for (const [name, words] of Object.entries(root.$defs ?? {})) writer.define(name, words)
  const answer = writer.type(root)
  const main = `function ${FUNCTION}() -> ${answer} {\n  client Nobody\n  prompt #"none"#\n}`
  return [CLIENT, ANY_JSON, ...writer.blocks, main].join('\n\n')
}

class Writer {
  readonly blocks: string[] = []
  #count = 0

  define(name: string, words: Words): void {
    if (words.properties !== undefined) this.#class(definition(name), words)
    else if (words.enum?.every(isMember)) this.#enum(definition(name), words)
    else this.blocks.push(`type ${definition(name)} = ${this.type(words)}`)
  }

  type(words: Words): string {
    if (words.$ref !== undefined) return definition(words.$ref.split('/').at(-1) ?? '')
    if (words.const !== undefined) return JSON.stringify(words.const)
    if (words.anyOf !== undefined) return `(${words.anyOf.map(one => this.type(one)).join(' | ')})`
    if (words.enum !== undefined) {
      return `(${words.enum.map(value => JSON.stringify(value)).join(' | ')})`
    }
    if (words.properties !== undefined) return this.#class(this.#name(), words)
    if (typeof words.type === 'object') {
      return `(${words.type.map(type => this.type({ ...words, type })).join(' | ')})`
    }
    if (words.type === 'array') return `${words.items ? this.type(words.items) : 'AnyJson'}[]`
    if (words.type === 'object') {
      const values = words.additionalProperties
      return `map<string, ${typeof values === 'object' ? this.type(values) : 'AnyJson'}>`
    }
    return SCALARS[words.type ?? ''] ?? 'AnyJson'
  }

  #class(name: string, words: Words): string {
    const lines = Object.entries(words.properties ?? {}).map(([key, inner]) => {
      const optional = words.required?.includes(key) === true ? '' : '?'
      return `  ${identifier(key)} ${this.type(inner)}${optional}${alias(inner['x-alias'])}`
    })
    this.blocks.push(`class ${name} {\n${lines.join('\n')}\n}`)
    return name
  }

  #enum(name: string, words: Words): void {
    const lines = (words.enum ?? []).map(value => {
      const key = identifier(String(value))
      const text = words['x-descriptions']?.[key]
      const description = text === undefined ? '' : ` @description(${JSON.stringify(text)})`
      return `  ${key}${alias(words['x-aliases']?.[key]?.[0])}${description}`
    })
    this.blocks.push(`enum ${name} {\n${lines.join('\n')}\n}`)
  }

  #name(): string {
    this.#count += 1
    return `Class${this.#count}`
  }
}

/** Prefixed, because some names are words of the language. */
function definition(name: string): string {
  return `Def${identifier(name)}`
}

/** Values of an enum begin with a capital there; other choices are written as literals. */
function isMember(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Z][A-Za-z0-9_]*$/.test(value)
}

function identifier(name: string): string {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) throw new Error(`BAML has no name like ${name}`)
  return name
}

function alias(name: string | undefined): string {
  return name === undefined ? '' : ` @alias(${JSON.stringify(name)})`
}
