import { hasParts } from '../json.ts'
import { branchesOf, type Shape } from '../schema/shape.ts'
import { scalarNode } from '../value/node.ts'
import { type Finding, findingOf, sourceOf } from './finding.ts'

/** A number is not looked for in more than this. */
const MOST_AROUND_A_NUMBER = 40

/** Takes what the agent said in words as the value itself, where the schema asks for a scalar. */
export function findProse(text: string, start: number, shape: Shape): Finding | undefined {
  const rest = text.slice(start)
  const value = rest.trim()
  const named = branchesOf(shape).some(({ kind }) => /string|choice|boolean|number/.test(kind))
  // Items words can be counted for; any sentence would be a string.
  const counted = shape.kind === 'array' && /choice|boolean|number/.test(shape.items.kind)
  // An object only asks for the number it implies.
  const implied =
    shape.kind === 'object' &&
    shape.properties.length === 1 &&
    value.length <= MOST_AROUND_A_NUMBER &&
    !hasParts(value)
  if (value === '' || !(named || counted || implied)) return undefined
  const from = start + rest.indexOf(value)
  const span = { start: from, end: from + value.length }
  return findingOf(sourceOf('prose', span), { node: scalarNode(span, value) })
}
