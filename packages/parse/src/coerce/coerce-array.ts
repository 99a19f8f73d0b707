import type { DroppedItem } from '../outcome.ts'
import { describeShape } from '../parse-issue.ts'
import { hasDuplicates } from '../same-json.ts'
import type { ArrayShape, Shape } from '../schema/shape.ts'
import type { Path } from '../span.ts'
import type { ArrayNode, ValueNode } from '../value/node.ts'
import { plain } from '../value/plain.ts'
import { type Attempt, COST, type Coerced, reasonOf } from './attempt.ts'
import type { Coercer } from './coerce.ts'
import { jsonInText } from './json-in-text.ts'
import { unwrapObject } from './unwrap.ts'

export function coerceArray(
  coercer: Coercer,
  node: ValueNode,
  shape: ArrayShape,
  path: Path
): Attempt {
  switch (node.kind) {
    case 'array':
      return itemsOf(coercer, node, shape, path)
    case 'string': {
      const inner = jsonInText(node, coercer.options.depth)
      if (inner?.kind === 'array') {
        const attempt = coercer.coerce(inner, shape, path)
        if (attempt.fits) return coercer.around('json_in_text', path, node, attempt)
      }
      return wrapped(coercer, node, shape, path)
    }
    case 'object':
      return fromObject(coercer, node, shape, path)
    default:
      // A null is not a list with nothing in it, nor a list of it.
      if (node.kind === 'literal' && node.value === null) {
        return coercer.misfit(path, 'type', 'array', node)
      }
      return wrapped(coercer, node, shape, path)
  }
}

/** With more bad items than this, it is not the list that was asked for. */
const MOST_DROPPED = 1000

function itemsOf(coercer: Coercer, node: ArrayNode, shape: ArrayShape, path: Path): Attempt {
  const parts: Coerced[] = []
  const dropped: DroppedItem[] = []
  const values: unknown[] = []
  let cost = 0
  let coverage = 0
  for (const [index, item] of node.items.entries()) {
    const place = shape.prefix[index] ?? shape.items
    const at = [...path, index]
    const attempt = coercer.coerce(item, place, at)
    if (!attempt.fits) {
      // A tuple without one of its places is another tuple.
      if (index < shape.prefix.length || dropped.length >= MOST_DROPPED) return attempt
      cost += COST.lossy
      dropped.push({ path: at, value: plain(item), reason: reasonOf(attempt) })
      continue
    }
    values.push(attempt.value)
    cost += attempt.cost
    coverage += attempt.coverage
    if (attempt.cost > 0 || attempt.parts !== undefined) parts.push(attempt)
  }
  if (dropped.length > 0 && values.length === 0) {
    return coercer.misfit(path, 'items', `array of ${describeShape(shape.items)}`, node)
  }
  const broken = brokenArrayRule(shape, values)
  if (broken !== undefined) return coercer.misfit(path, 'array', broken, node)
  return {
    fits: true,
    value: values,
    cost,
    coverage,
    parts,
    dropped,
    repairs: dropped.flatMap(
      item =>
        coercer.step(
          'item_dropped',
          item.path,
          node.items[Number(item.path.at(-1))] ?? node,
          item.reason
        ).repairs ?? []
    )
  }
}

function brokenArrayRule(shape: ArrayShape, values: readonly unknown[]): string | undefined {
  if (values.length < Math.max(shape.minItems, 0)) return `at least ${shape.minItems} items`
  if (values.length > shape.maxItems) return `at most ${shape.maxItems} items`
  if (shape.unique && hasDuplicates(values)) return 'items that differ'
  return undefined
}

function wrapped(coercer: Coercer, node: ValueNode, shape: ArrayShape, path: Path): Attempt {
  const place: Shape = shape.prefix[0] ?? shape.items
  if (place.kind === 'any' || shape.prefix.length > 1) {
    return coercer.misfit(path, 'type', 'array', node)
  }
  const attempt = coercer.coerce(node, place, [...path, 0])
  if (!attempt.fits) return coercer.misfit(path, 'type', `array of ${describeShape(place)}`, node)
  const broken = brokenArrayRule(shape, [attempt.value])
  if (broken !== undefined) return coercer.misfit(path, 'array', broken, node)
  const list = { ...coercer.around('item_wrapped', path, node, attempt), value: [attempt.value] }
  return list
}

function fromObject(coercer: Coercer, node: ValueNode, shape: ArrayShape, path: Path): Attempt {
  if (node.kind !== 'object') return coercer.misfit(path, 'type', 'array', node)
  if (node.members.length > 0) {
    const list: ArrayNode = {
      kind: 'array',
      start: node.start,
      end: node.end,
      items: node.members
    }
    const attempt = itemsOf(coercer, list, shape, path)
    return attempt.fits ? coercer.around('object_from_items', path, node, attempt) : attempt
  }
  const alone = wrapped(coercer, node, shape, path)
  if (alone.fits && alone.cost < COST.guess) return alone
  return unwrapObject(coercer, node, shape, path) ?? alone
}
