import type { Shape } from '../schema/shape.ts'
import { stringNode } from '../value/node.ts'
import { type Finding, findingOf, sourceOf } from './finding.ts'

/** A number is not looked for in more than this. */
const MOST_AROUND_A_NUMBER = 40

/** Takes what the agent said in words as the value itself, where the schema asks for a scalar. */
export function findProse(text: string, start: number, shape: Shape): Finding | undefined {
  const rest = text.slice(start)
  const value = rest.trim()
  const wanted = wantedFrom(shape)
  if (value === '' || wanted === 'nothing') return undefined
  if (wanted === 'number' && value.length > MOST_AROUND_A_NUMBER) return undefined
  const from = start + rest.indexOf(value)
  const span = { start: from, end: from + value.length }
  return findingOf(sourceOf('prose', span), { node: stringNode(span, value, false) })
}

/** Whether words can be what a shape asks for; an object only asks for the number it implies. */
function wantedFrom(shape: Shape): 'text' | 'number' | 'nothing' {
  switch (shape.kind) {
    case 'string':
    case 'choice':
    case 'boolean':
    case 'number':
      return 'text'
    case 'union':
      return shape.branches.some(branch => wantedFrom(branch) === 'text') ? 'text' : 'nothing'
    case 'array':
      // Items words can be counted for; any sentence would be a string.
      return /boolean|number|choice/.test(shape.items.kind) ? 'text' : 'nothing'
    case 'object':
      return shape.properties.length === 1 ? 'number' : 'nothing'
    default:
      return 'nothing'
  }
}
