import type { Shape } from '../schema/shape.ts'
import type { Span } from '../span.ts'
import type { ValueNode } from '../value/node.ts'
import type { Finding } from './finding.ts'

/** Takes what the agent said in words as the value itself, where the schema asks for a scalar. */
export function findProse(
  text: string,
  reasoning: readonly Span[],
  shape: Shape
): Finding | undefined {
  const after = reasoning.reduce((end, span) => Math.max(end, span.end), 0)
  const rest = text.slice(after)
  const value = rest.trim()
  if (value === '') return undefined
  const wanted = wantedFrom(shape)
  if (wanted === 'nothing' || (wanted === 'number' && value.length > 40)) return undefined
  const start = after + rest.indexOf(value[0] ?? '')
  const span = { start, end: start + value.length }
  const node: ValueNode = { kind: 'string', ...span, value, quoted: false }
  return {
    source: { form: 'prose', span, outer: span, reasoning: false },
    value,
    node,
    repairs: [],
    unsafe: true,
    truncatedAt: undefined,
    standing: 'plain'
  }
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
      return isScalar(shape.items) ? 'text' : 'nothing'
    case 'object':
      return shape.properties.length === 1 ? 'number' : 'nothing'
    default:
      return 'nothing'
  }
}

/** Items words can be counted for; any sentence would be a string. */
function isScalar(shape: Shape): boolean {
  return shape.kind === 'boolean' || shape.kind === 'number' || shape.kind === 'choice'
}
