import type { ParseIssue } from '../outcome.ts'
import { describeShape, issue } from '../parse-issue.ts'
import { hasDuplicates, sameJson } from '../same-json.ts'
import type { ArrayShape, NumberShape, ObjectShape, Shape, StringShape } from './shape.ts'

/** What stops a validation early. */
const MOST_ISSUES = 50

interface Walk {
  readonly issues: ParseIssue[]
  /** The way to the value being checked; issues take a copy. */
  readonly path: (string | number)[]
  /** What becomes of undeclared keys of a `strip` object. */
  readonly undeclared: 'allow' | 'refuse'
}

/**
 * Lists what is wrong with a value. The value's depth is bounded by the reader,
 * and with it the depth of these calls.
 */
export function validate(
  shape: Shape,
  value: unknown,
  undeclared: Walk['undeclared'] = 'allow'
): ParseIssue[] {
  const walk: Walk = { issues: [], path: [], undeclared }
  check(shape, value, walk)
  return walk.issues
}

export function accepts(shape: Shape, value: unknown): boolean {
  return validate(shape, value).length === 0
}

function check(shape: Shape, value: unknown, walk: Walk): void {
  if (walk.issues.length >= MOST_ISSUES) return
  const before = walk.issues.length
  checkKind(shape, value, walk)
  if (shape.conditions === undefined || walk.issues.length > before) return
  for (const condition of shape.conditions) {
    if (!condition.holds(value)) {
      walk.issues.push(
        issue([...walk.path], condition.rule, `a value that meets "${condition.rule}"`, value)
      )
    }
  }
}

function checkKind(shape: Shape, value: unknown, walk: Walk): void {
  switch (shape.kind) {
    case 'any':
      return
    case 'never':
      walk.issues.push(issue([...walk.path], 'false', 'nothing', value))
      return
    case 'null':
      if (value !== null) walk.issues.push(issue([...walk.path], 'type', 'null', value))
      return
    case 'boolean':
      if (typeof value !== 'boolean')
        walk.issues.push(issue([...walk.path], 'type', 'boolean', value))
      return
    case 'number':
      checkNumber(shape, value, walk)
      return
    case 'string':
      checkString(shape, value, walk)
      return
    case 'choice':
      if (!shape.options.some(option => sameJson(option.value, value))) {
        walk.issues.push(issue([...walk.path], 'enum', describeShape(shape), value))
      }
      return
    case 'array':
      checkArray(shape, value, walk)
      return
    case 'object':
      checkObject(shape, value, walk)
      return
    case 'union':
      checkUnion(shape.branches, shape.exclusive, value, walk)
  }
}

/** Checks the inside of a value, one step further down. */
function checkBelow(shape: Shape, value: unknown, key: string | number, walk: Walk): void {
  walk.path.push(key)
  check(shape, value, walk)
  walk.path.pop()
}

/** Names the first limit of a number that a value breaks. */
export function brokenNumberRule(shape: NumberShape, value: number): string | undefined {
  if (shape.integer && !Number.isInteger(value)) return 'integer'
  if (shape.minimum !== undefined && value < shape.minimum) return `>= ${shape.minimum}`
  if (shape.maximum !== undefined && value > shape.maximum) return `<= ${shape.maximum}`
  if (shape.exclusiveMinimum !== undefined && value <= shape.exclusiveMinimum) {
    return `> ${shape.exclusiveMinimum}`
  }
  if (shape.exclusiveMaximum !== undefined && value >= shape.exclusiveMaximum) {
    return `< ${shape.exclusiveMaximum}`
  }
  if (shape.multipleOf !== undefined && !isMultiple(value, shape.multipleOf)) {
    return `a multiple of ${shape.multipleOf}`
  }
  return undefined
}

function isMultiple(value: number, step: number): boolean {
  const ratio = value / step
  // 0.3 / 0.1 is not quite 3.
  return Math.abs(ratio - Math.round(ratio)) < 1e-9
}

function checkNumber(shape: NumberShape, value: unknown, walk: Walk): void {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    walk.issues.push(issue([...walk.path], 'type', shape.integer ? 'integer' : 'number', value))
    return
  }
  const broken = brokenNumberRule(shape, value)
  if (broken !== undefined) walk.issues.push(issue([...walk.path], 'number', broken, value))
}

/** Names the first limit of a string that a value breaks; lengths count code points. */
export function brokenStringRule(shape: StringShape, value: string): string | undefined {
  if (shape.minLength !== undefined && lengthOf(value, shape.minLength) < shape.minLength) {
    return `at least ${shape.minLength} characters`
  }
  if (shape.maxLength !== undefined && lengthOf(value, shape.maxLength) > shape.maxLength) {
    return `at most ${shape.maxLength} characters`
  }
  if (shape.pattern !== undefined && !shape.pattern.test(value)) {
    return `text that matches ${shape.pattern.source}`
  }
  return undefined
}

function lengthOf(value: string, enough: number): number {
  return value.length <= enough ? value.length : [...value].length
}

function checkString(shape: StringShape, value: unknown, walk: Walk): void {
  if (typeof value !== 'string') {
    walk.issues.push(issue([...walk.path], 'type', 'string', value))
    return
  }
  const broken = brokenStringRule(shape, value)
  if (broken !== undefined) walk.issues.push(issue([...walk.path], 'string', broken, value))
}

function checkArray(shape: ArrayShape, value: unknown, walk: Walk): void {
  if (!Array.isArray(value)) {
    walk.issues.push(issue([...walk.path], 'type', 'array', value))
    return
  }
  if (value.length < shape.minItems) {
    walk.issues.push(issue([...walk.path], 'minItems', `at least ${shape.minItems} items`, value))
  }
  if (value.length > shape.maxItems) {
    walk.issues.push(issue([...walk.path], 'maxItems', `at most ${shape.maxItems} items`, value))
  }
  if (shape.unique && hasDuplicates(value)) {
    walk.issues.push(issue([...walk.path], 'uniqueItems', 'items that differ', value))
  }
  for (let index = 0; index < value.length; index++) {
    const item = shape.prefix[index] ?? shape.items
    if (item.kind !== 'any') checkBelow(item, value[index], index, walk)
  }
}

function checkObject(shape: ObjectShape, value: unknown, walk: Walk): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    walk.issues.push(issue([...walk.path], 'type', 'object', value))
    return
  }
  for (const property of shape.properties) {
    if (property.required && !Object.hasOwn(value, property.name)) {
      walk.issues.push(
        issue([...walk.path, property.name], 'required', describeShape(property.shape), undefined)
      )
    }
  }
  const keys = Object.keys(value)
  if (keys.length < shape.minProperties || keys.length > shape.maxProperties) {
    walk.issues.push(issue([...walk.path], 'properties', 'another number of properties', value))
  }
  for (const key of keys) {
    walk.path.push(key)
    checkProperty(shape, key, Reflect.get(value, key), walk)
    walk.path.pop()
  }
}

function checkProperty(shape: ObjectShape, key: string, value: unknown, walk: Walk): void {
  if (shape.names !== undefined) check(shape.names, key, walk)
  let declared = false
  const property = declaredProperty(shape, key)
  if (property !== undefined) {
    declared = true
    check(property.shape, value, walk)
  }
  for (const entry of shape.patterns) {
    if (!entry.pattern.test(key)) continue
    declared = true
    check(entry.shape, value, walk)
  }
  if (declared || shape.additional === 'keep') return
  if (shape.additional !== 'strip') check(shape.additional, value, walk)
  else if (walk.undeclared === 'refuse') {
    walk.issues.push(issue([...walk.path], 'additionalProperties', 'no such key', value))
  }
}

/** The property of this very name, not of a name that stands for it. */
function declaredProperty(shape: ObjectShape, key: string) {
  const property = shape.byName.get(key)
  return property?.name === key ? property : shape.properties.find(other => other.name === key)
}

function checkUnion(
  branches: readonly Shape[],
  exclusive: boolean,
  value: unknown,
  walk: Walk
): void {
  let closest: ParseIssue[] | undefined
  let accepted = 0
  for (const branch of branches) {
    const inner: Walk = { issues: [], path: walk.path, undeclared: walk.undeclared }
    check(branch, value, inner)
    if (inner.issues.length === 0) {
      accepted++
      if (!exclusive) return
    } else if (closest === undefined || depthOf(inner.issues) > depthOf(closest)) {
      closest = inner.issues
    }
  }
  if (accepted === 1) return
  if (accepted > 1)
    walk.issues.push(issue([...walk.path], 'oneOf', 'exactly one of the branches', value))
  else if (closest === undefined || depthOf(closest) <= walk.path.length) {
    const expected = branches.map(describeShape).join(' or ')
    walk.issues.push(issue([...walk.path], 'anyOf', expected, value))
  } else walk.issues.push(...closest)
}

/** A branch whose complaint lies deeper was nearer to fitting. */
function depthOf(issues: readonly ParseIssue[]): number {
  return Math.max(...issues.map(found => found.path.length))
}
