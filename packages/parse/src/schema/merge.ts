import { isContainer, isObject, sameJson } from '../json.ts'
import { type RawSchema, stringsOf } from './shape.ts'

/**
 * Gathers what is said about one place into one object: `$ref` is followed and
 * `allOf` joined. Where two parts say different things the later one steers the
 * reading, and `allOf` lists the parts, each of which has the last word on a value.
 */
export function merge(root: unknown, schema: unknown): RawSchema | boolean {
  const parts: RawSchema[] = []
  // A part that is met twice adds nothing new, which is how a reference may lead back to itself.
  const waiting = new Set([schema])
  for (const part of waiting) {
    if (part === false) return false
    if (!isObject(part)) continue
    const { $ref, allOf } = part
    if (typeof $ref === 'string') waiting.add(resolve(root, $ref))
    if (Array.isArray(allOf)) for (const member of allOf) waiting.add(member)
    parts.push(ownOf(part))
  }
  return join(parts)
}

const owns = new WeakMap<RawSchema, RawSchema>()

/** What a part says itself; the same object each time, so that it is compiled once. */
function ownOf(part: RawSchema): RawSchema {
  let own = owns.get(part)
  if (own === undefined) {
    const { $ref, $defs, definitions, allOf, ...rest } = part
    own = rest
    owns.set(part, own)
  }
  return own
}

function join(parts: readonly RawSchema[]): RawSchema {
  const merged: Record<string, unknown> = {}
  let narrowed = false
  for (const part of parts) {
    for (const [keyword, value] of Object.entries(part)) {
      const before = merged[keyword]
      merged[keyword] = value
      if (before === undefined || sameJson(before, value)) continue
      if (keyword === 'properties') merged.properties = joinProperties(before, value)
      else if (keyword === 'required') {
        merged.required = [...stringsOf(before), ...stringsOf(value)]
      } else narrowed ||= isBinding(keyword)
    }
  }
  return narrowed ? { ...merged, allOf: parts } : merged
}

function joinProperties(left: unknown, right: unknown): unknown {
  if (!isObject(left) || !isObject(right)) return right
  const merged: Record<string, unknown> = { ...left }
  for (const [name, schema] of Object.entries(right)) {
    merged[name] = Object.hasOwn(left, name) ? { allOf: [left[name], schema] } : schema
  }
  return merged
}

/** Says whether a keyword asks something of a value; the others describe it. */
export function isBinding(keyword: string): boolean {
  return !/^(?:[x$]|title|description|default|examples)/.test(keyword)
}

/** What a reference leads to, within the schema it stands in; nothing is fetched. */
export function resolve(root: unknown, reference: string): unknown {
  const [base = '', fragment = ''] = reference.split('#')
  const node = base === '' ? root : partWhere(root, ({ $id }) => isNamed($id, base))
  if (/^[^/]/.test(fragment)) {
    return partWhere(node, ({ $anchor, $id }) => $anchor === fragment || $id === `#${fragment}`)
  }
  const lead = (part: unknown) => pointed(part, fragment.split('/').slice(1))
  // A part with a name is a schema of its own, and what is in it may point from there.
  return lead(node) ?? lead(partWhere(node, part => '$id' in part && lead(part) !== undefined))
}

/** Says whether a schema has a name; either may be told in full, the other in part. */
function isNamed(id: unknown, name: string): boolean {
  const [left, right] = [id, name].map(one => `/${String(one).replace(/^[./]+|#$/g, '')}`)
  return left?.endsWith(`${right}`) === true || right?.endsWith(`${left}`) === true
}

function pointed(root: unknown, tokens: readonly string[]): unknown {
  let node = root
  for (const token of tokens) {
    const key = decode(token).replaceAll('~1', '/').replaceAll('~0', '~')
    if (!Object.hasOwn(Object(node), key)) return undefined
    node = Object(node)[key]
  }
  return node
}

/** The first object inside of a schema that is what is looked for. */
function partWhere(root: unknown, isIt: (part: RawSchema) => boolean): unknown {
  const parts = new Set([root])
  for (const part of parts) {
    if (isObject(part) && isIt(part)) return part
    for (const member of Object.values(Object(part))) if (isContainer(member)) parts.add(member)
  }
  return undefined
}

function decode(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}
