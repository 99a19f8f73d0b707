import { describeShape } from '../parse-issue.ts'
import { sameJson } from '../same-json.ts'
import type { ChoiceShape, NumberShape, Shape, StringShape } from '../schema/shape.ts'
import { brokenNumberRule, brokenStringRule } from '../schema/validate.ts'
import type { Path } from '../span.ts'
import type { NumberNode, StringNode, ValueNode } from '../value/node.ts'
import { plain } from '../value/plain.ts'
import { type Attempt, exact } from './attempt.ts'
import { choose } from './choose.ts'
import type { Coercer } from './coerce.ts'
import { readLooseBoolean } from './loose-boolean.ts'
import { readLooseNumber } from './loose-number.ts'
import { unwrapScalar } from './unwrap.ts'

const NOTHING = new Set(['null', 'none', 'n/a', 'nil', 'undefined', ''])

export function coerceNull(coercer: Coercer, node: ValueNode, path: Path): Attempt {
  if (node.kind === 'literal' && node.value === null) return exact(null)
  if (node.kind === 'string' && NOTHING.has(node.value.trim().toLowerCase())) {
    return coercer.step('null_from_text', path, node, null)
  }
  return coercer.misfit(path, 'type', 'null', node)
}

export function coerceBoolean(coercer: Coercer, node: ValueNode, path: Path): Attempt {
  if (node.kind === 'literal' && node.value !== null) return exact(node.value)
  if (node.kind === 'number' && (node.value === 0 || node.value === 1)) {
    return coercer.step('boolean_from_words', path, node, node.value === 1)
  }
  if (node.kind === 'string') {
    const read = readLooseBoolean(node.value)
    if (read !== undefined) return coercer.step(read.code, path, node, read.value)
  }
  return unwrapScalar(coercer, node, BOOLEAN, path) ?? coercer.misfit(path, 'type', 'boolean', node)
}

const BOOLEAN: Shape = { kind: 'boolean', id: -2 }

export function coerceNumber(
  coercer: Coercer,
  node: ValueNode,
  shape: NumberShape,
  path: Path
): Attempt {
  if (node.kind === 'number') return numberWithin(coercer, node, shape, path, node.value)
  if (node.kind === 'string') {
    const read = readLooseNumber(node.value)
    if (read !== undefined) {
      const within = numberWithin(coercer, node, shape, path, read.value)
      return within.fits ? coercer.around(read.code, path, node, within) : within
    }
  }
  return (
    unwrapScalar(coercer, node, shape, path) ??
    coercer.misfit(path, 'type', describeShape(shape), node)
  )
}

function numberWithin(
  coercer: Coercer,
  node: NumberNode | StringNode,
  shape: NumberShape,
  path: Path,
  value: number
): Attempt {
  if (!Number.isFinite(value)) return coercer.misfit(path, 'finite', 'a finite number', node)
  if (shape.integer && !Number.isInteger(value)) {
    const rounded = Math.round(value)
    const broken = brokenNumberRule(shape, rounded)
    if (broken !== undefined) return coercer.misfit(path, 'number', broken, node)
    return coercer.step('number_rounded', path, node, rounded)
  }
  const broken = brokenNumberRule(shape, value)
  if (broken !== undefined) return coercer.misfit(path, 'number', broken, node)
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(writtenOf(node))) {
    return coercer.step('integer_unsafe', path, node, value)
  }
  return exact(value)
}

function writtenOf(node: NumberNode | StringNode): string {
  return node.kind === 'number' ? node.written : node.value
}

export function coerceString(
  coercer: Coercer,
  node: ValueNode,
  shape: StringShape,
  path: Path
): Attempt {
  if (node.kind === 'string') return textWithin(coercer, node, shape, path, node.value)
  if (node.kind === 'literal' && node.value === null) {
    return coercer.misfit(path, 'type', 'string', node)
  }
  if (node.kind === 'array' && node.items.length === 1 && node.items[0]?.kind === 'string') {
    const inner = coercer.coerce(node.items[0], shape, path)
    return inner.fits ? coercer.around('item_unwrapped', path, node, inner) : inner
  }
  const written = node.kind === 'number' ? node.written : coercer.text.slice(node.start, node.end)
  const within = textWithin(coercer, node, shape, path, written)
  if (!within.fits) return within
  if (node.kind === 'object' || node.kind === 'array') {
    return coercer.around('text_from_json', path, node, within)
  }
  const digits =
    node.kind === 'number' && Number.isInteger(node.value) && !Number.isSafeInteger(node.value)
  return coercer.around(digits ? 'integer_kept_as_text' : 'text_from_scalar', path, node, within)
}

function textWithin(
  coercer: Coercer,
  node: ValueNode,
  shape: StringShape,
  path: Path,
  value: string
): Attempt {
  const broken = brokenStringRule(shape, value)
  return broken === undefined ? exact(value) : coercer.misfit(path, 'string', broken, node)
}

export function coerceChoice(
  coercer: Coercer,
  node: ValueNode,
  shape: ChoiceShape,
  path: Path
): Attempt {
  if (node.kind === 'string') {
    const chosen = choose(shape, node.value) ?? chooseScalar(shape, node.value)
    if (chosen !== undefined) {
      if (chosen.code === undefined) return exact(chosen.value)
      return coercer.step(chosen.code, path, node, chosen.value)
    }
  } else {
    const value = plain(node)
    const same = shape.options.find(
      option => sameJson(option.value, value) && isToldAs(option, value)
    )
    if (same !== undefined) return exact(same.value)
    if (node.kind === 'number' || node.kind === 'literal') {
      const chosen = choose(shape, String(value))
      if (chosen !== undefined) return coercer.step('choice_folded', path, node, chosen.value)
    }
  }
  return (
    unwrapScalar(coercer, node, shape, path) ??
    coercer.misfit(path, 'enum', describeShape(shape), node)
  )
}

function isToldAs(option: ChoiceShape['options'][number], value: unknown): boolean {
  return typeof value !== 'string' || option.names.includes(value)
}

/** Options that are numbers or booleans, written as text. */
function chooseScalar(shape: ChoiceShape, text: string) {
  const number = readLooseNumber(text)
  if (number !== undefined) {
    const option = shape.options.find(candidate => candidate.value === number.value)
    if (option !== undefined) return { value: option.value, code: number.code }
  }
  const boolean = readLooseBoolean(text)
  if (boolean === undefined) return undefined
  const option = shape.options.find(candidate => candidate.value === boolean.value)
  return option === undefined ? undefined : { value: option.value, code: boolean.code }
}
