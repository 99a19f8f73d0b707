import { isRawSchema, type RawSchema } from './shape.ts'

/** Resolves `$ref` and merges `allOf`, so that one object says everything about a node. */
export class Flattener {
  readonly #root: unknown
  readonly #done = new Map<unknown, RawSchema | boolean>()

  constructor(root: unknown) {
    this.#root = root
  }

  flatten(schema: unknown): RawSchema | boolean {
    if (typeof schema === 'boolean') return schema
    if (!isRawSchema(schema)) return true
    const known = this.#done.get(schema)
    if (known !== undefined) return known
    const flat = this.#merge(schema)
    this.#done.set(schema, flat)
    return flat
  }

  /** Walks references and `allOf` breadth first; a reference met twice adds nothing new. */
  #merge(schema: RawSchema): RawSchema | boolean {
    const seen = new Set<unknown>([schema])
    const waiting: unknown[] = [schema]
    let merged: Record<string, unknown> | undefined
    for (let index = 0; index < waiting.length; index++) {
      const part = waiting[index]
      if (part === false) return false
      if (!isRawSchema(part)) continue
      const { $ref, $defs, definitions, allOf, ...own } = part
      if (typeof $ref === 'string') enqueue(this.#resolve($ref), waiting, seen)
      if (Array.isArray(allOf)) for (const member of allOf) enqueue(member, waiting, seen)
      if (part === schema && waiting.length === 1) return own
      merged = merged === undefined ? { ...own } : mergeKeywords(merged, own)
    }
    return merged ?? true
  }

  #resolve(reference: string): unknown {
    if (reference === '#') return this.#root
    if (!reference.startsWith('#/')) return this.#byIdentifier(reference)
    let node: unknown = this.#root
    for (const token of reference.slice(2).split('/')) {
      const key = decode(token).replaceAll('~1', '/').replaceAll('~0', '~')
      if (typeof node !== 'object' || node === null) return true
      if (!Object.hasOwn(node, key)) return true
      node = Reflect.get(node, key)
    }
    return node
  }

  #byIdentifier(reference: string): unknown {
    if (!isRawSchema(this.#root)) return true
    const pools = [this.#root.$defs, this.#root.definitions]
    for (const pool of pools) {
      if (!isRawSchema(pool)) continue
      for (const definition of Object.values(pool)) {
        if (!isRawSchema(definition)) continue
        if (definition.$id === reference || `#${definition.$anchor}` === reference) {
          return definition
        }
      }
    }
    return true
  }
}

function decode(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}

function enqueue(schema: unknown, waiting: unknown[], seen: Set<unknown>): void {
  if (seen.has(schema) && typeof schema !== 'boolean') return
  seen.add(schema)
  waiting.push(schema)
}

/** Joins two sets of keywords that must both hold. */
function mergeKeywords(left: Record<string, unknown>, right: RawSchema): Record<string, unknown> {
  const merged = { ...left }
  for (const [keyword, value] of Object.entries(right)) {
    merged[keyword] = keyword in merged ? both(keyword, merged[keyword], value) : value
  }
  return merged
}

function both(keyword: string, left: unknown, right: unknown): unknown {
  switch (keyword) {
    case 'properties':
    case 'patternProperties':
      return bothProperties(left, right)
    case 'required':
      return Array.isArray(left) && Array.isArray(right) ? [...new Set([...left, ...right])] : right
    case 'type':
      return bothTypes(left, right)
    case 'enum':
      return Array.isArray(left) && Array.isArray(right)
        ? left.filter(value => right.includes(value))
        : right
    case 'additionalProperties':
      return left === false || right === false ? false : right
    case 'items':
      return { allOf: [left, right] }
    case 'anyOf':
    case 'oneOf':
      return bothUnions(left, right)
    case 'minimum':
    case 'exclusiveMinimum':
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return tighter(left, right, Math.max)
    case 'maximum':
    case 'exclusiveMaximum':
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return tighter(left, right, Math.min)
    default:
      return right
  }
}

function bothProperties(left: unknown, right: unknown): unknown {
  if (!isRawSchema(left) || !isRawSchema(right)) return right
  const merged: Record<string, unknown> = { ...left }
  for (const [name, schema] of Object.entries(right)) {
    merged[name] = Object.hasOwn(merged, name) ? { allOf: [merged[name], schema] } : schema
  }
  return merged
}

function tighter(left: unknown, right: unknown, pick: (...limits: number[]) => number): unknown {
  if (typeof left !== 'number') return right
  return typeof right === 'number' ? pick(left, right) : left
}

/** More branches than this are no longer told apart one by one. */
const MOST_BRANCHES = 256

/** Every branch of one union joined with every branch of the other. */
function bothUnions(left: unknown, right: unknown): unknown {
  if (!Array.isArray(left) || !Array.isArray(right)) return Array.isArray(left) ? left : right
  return left.flatMap(one => right.map(other => ({ allOf: [one, other] }))).slice(0, MOST_BRANCHES)
}

function bothTypes(left: unknown, right: unknown): unknown {
  const lefts = Array.isArray(left) ? left : [left]
  const rights = Array.isArray(right) ? right : [right]
  const shared = rights.filter(
    type => lefts.includes(type) || (type === 'integer' && lefts.includes('number'))
  )
  if (shared.length === 0 && lefts.includes('integer') && rights.includes('number')) {
    return 'integer'
  }
  return shared.length === 1 ? shared[0] : shared
}
