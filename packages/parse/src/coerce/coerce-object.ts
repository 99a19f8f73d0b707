import type { ExtraKey, ParseIssue, Repair } from '../outcome.ts'
import { setOwn } from '../own-property.ts'
import { describeShape, issue } from '../parse-issue.ts'
import { fold } from '../schema/fold.ts'
import type { ObjectShape, Property, Shape } from '../schema/shape.ts'
import { accepts } from '../schema/validate.ts'
import type { Path } from '../span.ts'
import type { Entry, ObjectNode, ValueNode } from '../value/node.ts'
import { plain } from '../value/plain.ts'
import { type Attempt, COST, type Coerced, EXTRA_KEY_COST } from './attempt.ts'
import { choose } from './choose.ts'
import type { Coercer } from './coerce.ts'
import { jsonInText } from './json-in-text.ts'
import { onlyItem, unwrapObject } from './unwrap.ts'

export function coerceObject(
  coercer: Coercer,
  node: ValueNode,
  shape: ObjectShape,
  path: Path
): Attempt {
  if (node.kind === 'object') {
    const direct = new ObjectCoercion(coercer, node, shape, path).attempt()
    if (
      direct.fits &&
      (direct.coverage > 0 || node.entries.length === 0 || shape.properties.length === 0)
    ) {
      return direct
    }
    return (
      unwrapObject(coercer, node, shape, path) ?? impliedKey(coercer, node, shape, path) ?? direct
    )
  }
  if (node.kind === 'string') {
    const inner = jsonInText(node, coercer.options.depth)
    if (inner?.kind === 'object') {
      const attempt = coercer.coerce(inner, shape, path)
      if (attempt.fits) return coercer.around('json_in_text', path, node, attempt)
    }
  }
  const item =
    node.kind === 'array' ? objectFromArray(coercer, node.items, node, shape, path) : undefined
  return (
    item ?? impliedKey(coercer, node, shape, path) ?? coercer.misfit(path, 'type', 'object', node)
  )
}

function objectFromArray(
  coercer: Coercer,
  items: readonly ValueNode[],
  node: ValueNode,
  shape: ObjectShape,
  path: Path
): Attempt | undefined {
  // An object of optional keys fits anything; that would be no finding.
  const objects = items.filter(item => item.kind === 'object' || item.kind === 'string')
  const found = onlyItem(coercer, objects, node, shape, path)
  return found?.fits === true && found.coverage > 0 ? found : undefined
}

/** Reads a value as the only property there is: `42` as `{"count": 42}`. Text is never taken so. */
function impliedKey(
  coercer: Coercer,
  node: ValueNode,
  shape: ObjectShape,
  path: Path
): Attempt | undefined {
  const [property] = shape.properties
  if (
    property === undefined ||
    shape.properties.length > 1 ||
    (shape.additional === 'keep' && !property.required)
  )
    return undefined
  if (node.kind === 'literal' && node.value === null) return undefined
  const attempt = coercer.coerce(node, property.shape, [...path, property.name])
  if (!attempt.fits || attempt.cost >= COST.guess) return undefined
  if (!mayBeImplied(attempt.value) || (node.kind === 'object' && attempt.coverage === 0)) {
    return undefined
  }
  const value: Record<string, unknown> = {}
  setOwn(value, property.name, attempt.value)
  return {
    ...coercer.around('implied_key', path, node, attempt),
    value,
    coverage: attempt.coverage + 1
  }
}

function mayBeImplied(value: unknown): boolean {
  if (typeof value === 'string') return false
  return !Array.isArray(value) || value.every(item => typeof item !== 'string') || value.length > 1
}

/** Reads the entries of one object as the properties of one shape. */
class ObjectCoercion {
  readonly #coercer: Coercer
  readonly #node: ObjectNode
  readonly #shape: ObjectShape
  readonly #path: Path
  readonly #value: Record<string, unknown> = {}
  readonly #parts: Coerced[] = []
  readonly #repairs: Repair[] = []
  readonly #extra: ExtraKey[] = []
  readonly #issues: ParseIssue[] = []
  #cost = 0
  #coverage = 0

  constructor(coercer: Coercer, node: ObjectNode, shape: ObjectShape, path: Path) {
    this.#coercer = coercer
    this.#node = node
    this.#shape = shape
    this.#path = path
  }

  attempt(): Attempt {
    if (this.#node.members.length > 0) {
      return this.#coercer.misfit(this.#path, 'type', 'object', this.#node)
    }
    const found = this.#assign()
    for (const [name, { entry, property }] of found) this.#take(name, entry, property)
    this.#lookForMissing()
    if (this.#issues.length > 0) return { fits: false, issues: this.#issues }
    return {
      fits: true,
      value: this.#value,
      cost: this.#cost,
      coverage: this.#coverage,
      parts: this.#parts,
      repairs: this.#repairs,
      extra: this.#extra
    }
  }

  /** Which entry speaks for which key: the exact name before a similar one, the last of equals. */
  #assign(): Map<string, { entry: Entry; property: Property | undefined }> {
    const found = new Map<
      string,
      { entry: Entry; property: Property | undefined; exact: boolean }
    >()
    for (const entry of this.#node.entries) {
      const exactly = this.#shape.byName.get(entry.key)
      const property = exactly ?? this.#similar(entry.key)
      const name = property?.name ?? entry.key
      const before = found.get(name)
      if (before?.exact === true && property !== undefined && exactly === undefined) continue
      found.set(name, { entry, property, exact: exactly !== undefined })
    }
    return found
  }

  #similar(key: string): Property | undefined {
    return this.#shape.byFold.get(fold(key))
  }

  #take(name: string, entry: Entry, property: Property | undefined): void {
    const path = [...this.#path, name]
    const place = property?.shape ?? this.#placeOf(name)
    if (place === undefined) {
      this.#cost += EXTRA_KEY_COST
      this.#extra.push({ path, value: plain(entry.value) })
      return
    }
    const told = property === undefined ? this.#toldName(name) : name
    if (told === undefined) {
      this.#issues.push(issue(path, 'propertyNames', 'another key', name))
      return
    }
    if (property !== undefined) this.#noteName(entry, property, path)
    else if (told !== name) this.#note('key_folded', entry, path, told)
    const attempt = this.#coercer.coerce(entry.value, place, path)
    if (attempt.fits) this.#put(told, attempt, property)
    else if (isNull(entry.value) && property?.required === false) this.#omitNull(entry, path)
    else this.#issues.push(...attempt.issues)
  }

  /** The key itself, or the one of the keys allowed that it is another spelling of. */
  #toldName(name: string): string | undefined {
    const { names } = this.#shape
    if (names === undefined || accepts(names, name)) return name
    const chosen = names.kind === 'choice' ? choose(names, name) : undefined
    if (chosen === undefined || chosen.code === 'choice_from_prose') return undefined
    return String(chosen.value)
  }

  #placeOf(name: string): Shape | undefined {
    const pattern = this.#shape.patterns.find(entry => entry.pattern.test(name))
    if (pattern !== undefined) return pattern.shape
    if (this.#shape.additional === 'strip') return undefined
    return this.#shape.additional === 'keep' ? ANYTHING : this.#shape.additional
  }

  #put(name: string, attempt: Coerced, property: Property | undefined): void {
    setOwn(this.#value, name, attempt.value)
    this.#cost += attempt.cost
    this.#coverage += attempt.coverage + (property === undefined ? 0 : 1)
    this.#parts.push(attempt)
  }

  #noteName(entry: Entry, property: Property, path: Path): void {
    if (entry.key === property.name) return
    const alias = property.wireNames.includes(entry.key)
    this.#note(alias ? 'key_alias' : 'key_folded', entry, path, property.name)
  }

  #omitNull(entry: Entry, path: Path): void {
    this.#note('null_omitted', entry, path, '')
    this.#coverage++
  }

  #note(
    code: 'key_alias' | 'key_folded' | 'null_omitted',
    entry: Entry,
    path: Path,
    after: string
  ): void {
    const key = { start: entry.keyStart, end: entry.keyEnd, kind: 'literal', value: null } as const
    const noted = this.#coercer.step(code, path, key, after)
    this.#cost += noted.cost
    this.#repairs.push(...(noted.repairs ?? []))
  }

  #lookForMissing(): void {
    for (const property of this.#shape.properties) {
      if (!property.required || Object.hasOwn(this.#value, property.name)) continue
      if (this.#issues.some(found => found.path[this.#path.length] === property.name)) continue
      const path = [...this.#path, property.name]
      this.#issues.push(issue(path, 'required', describeShape(property.shape), undefined))
    }
    const count = Object.keys(this.#value).length
    if (count < this.#shape.minProperties || count > this.#shape.maxProperties) {
      this.#issues.push(
        issue(this.#path, 'properties', 'another number of properties', this.#value)
      )
    }
  }
}

const ANYTHING: Shape = { kind: 'any', id: -1 }

function isNull(node: ValueNode): boolean {
  return node.kind === 'literal' && node.value === null
}
