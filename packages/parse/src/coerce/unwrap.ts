import type { ArrayShape, Shape } from '../schema/shape.ts'
import type { Path } from '../span.ts'
import type { ObjectNode, ValueNode } from '../value/node.ts'
import type { Attempt, Coerced } from './attempt.ts'
import type { Coercer } from './coerce.ts'

/** Names under which agents hand over what was asked for. */
const WRAPPERS = new Set([
  'data',
  'result',
  'results',
  'output',
  'response',
  'answer',
  'value',
  'json',
  'arguments',
  'parameters',
  'args',
  'input',
  'content',
  'items',
  'object',
  'payload',
  'properties',
  'args_json',
  'final_answer'
])

/** Reads the only item of an array, or the only value of an object, as a scalar. */
export function unwrapScalar(
  coercer: Coercer,
  node: ValueNode,
  shape: Shape,
  path: Path
): Attempt | undefined {
  if (node.kind === 'array') return onlyItem(coercer, node.items, node, shape, path)
  if (node.kind !== 'object' || node.entries.length !== 1) return undefined
  const value = node.entries[0]?.value
  if (value === undefined || value.kind === 'object' || value.kind === 'array') return undefined
  const inner = coercer.coerce(value, shape, path)
  return inner.fits ? coercer.around('wrapper_removed', path, node, inner) : undefined
}

/** The one item that fits; two of them are no answer. */
export function onlyItem(
  coercer: Coercer,
  items: readonly ValueNode[],
  node: ValueNode,
  shape: Shape,
  path: Path
): Attempt | undefined {
  if (items.length === 0 || items.length > 64) return undefined
  let fitting: Coerced | undefined
  for (const item of items) {
    const attempt = coercer.coerce(item, shape, path)
    if (!attempt.fits) continue
    if (fitting !== undefined) return undefined
    fitting = attempt
  }
  return fitting === undefined ? undefined : coercer.around('item_unwrapped', path, node, fitting)
}

/** Reads what stands inside a wrapper: `{"result": {…}}`, or a tool call's arguments. */
export function unwrapObject(
  coercer: Coercer,
  node: ObjectNode,
  shape: Shape | ArrayShape,
  path: Path
): Coerced | undefined {
  let best: Coerced | undefined
  let rivals = 0
  for (const entry of node.entries) {
    const named = WRAPPERS.has(entry.key.toLowerCase())
    if (!named && node.entries.length > 1) continue
    const { value } = entry
    const text = value.kind === 'string' && /^\s*[[{]/.test(value.value)
    if (value.kind !== 'object' && value.kind !== 'array' && !text) continue
    const attempt = coercer.coerce(value, shape, path)
    if (!attempt.fits) continue
    rivals++
    best = coercer.around('wrapper_removed', path, node, attempt)
  }
  return rivals === 1 ? best : undefined
}
