import type { JsonObject } from './json-value.ts'
import { findActions } from './list-actions.ts'

/**
 * Copies a sanitised card with every action under the id that {@link listActions} gives it, for a
 * renderer that has to say which one was pressed.
 *
 * @returns a card that lists the same actions; the one that was given stays untouched
 */
export function nameActions(card: JsonObject): JsonObject {
  const copy: JsonObject = JSON.parse(JSON.stringify(card))
  for (const { node, actionId } of findActions(copy)) Object.assign(node, { id: actionId })
  return copy
}
