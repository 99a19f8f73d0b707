import { ACTION_SHAPES } from './action-shapes.ts'
import type { CardShape, NodeKind } from './card-shape.ts'
import { ELEMENT_SHAPES } from './element-shapes.ts'
import type { JsonObject } from './json-value.ts'
import { PLACED_SHAPES } from './placed-shapes.ts'

/** The shape of a node in a place of this kind; undefined when it has no business there. */
export function shapeOf(
  kind: Exclude<NodeKind, 'data'>,
  source: JsonObject
): CardShape | undefined {
  if (kind === 'element') return ELEMENT_SHAPES.get(source.type)
  if (kind === 'action') return ACTION_SHAPES.get(source.type)
  const shape = PLACED_SHAPES[kind]
  const isThis = source.type === undefined || shape.type === undefined || source.type === shape.type
  return isThis ? shape : undefined
}
