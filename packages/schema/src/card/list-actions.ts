import { ACTION_SHAPES, type CardActionName } from './action-shapes.ts'
import type { JsonObject } from './json-value.ts'
import { type WalkedNode, walkCard } from './walk-card.ts'

/** One thing a person can press on a card. */
export interface CardAction {
  /** The id the action carries, or `a` and its place among all actions, from 0. */
  readonly actionId: string
  readonly type: CardActionName
  readonly title: string
  /** What the action carries along; undefined when nothing. */
  readonly data: unknown
}

/** An action with the node it is read from and the card that node stands in. */
export interface FoundAction extends CardAction, WalkedNode {}

// What reads like an assigned id is not taken from a card: another action may own it.
const ASSIGNED_ID = /^a\d+$/

/** Finds the actions of a sanitised card, those inside its elements and shown cards included. */
export function findActions(card: JsonObject): FoundAction[] {
  const found: FoundAction[] = []
  for (const { node, scope } of walkCard(card)) {
    const type = ACTION_SHAPES.get(node.type)?.name
    if (type === undefined) continue
    const isNamed = typeof node.id === 'string' && !ASSIGNED_ID.test(node.id)
    found.push({
      actionId: isNamed ? String(node.id) : `a${found.length}`,
      type,
      title: typeof node.title === 'string' ? node.title : '',
      data: node.data,
      node,
      scope
    })
  }
  return found
}

/**
 * Lists what can be pressed on a sanitised card, in document order.
 *
 * The ids are the same for everyone who lists the same card, so a client names an action by its
 * id and the server finds it in the card it stored.
 */
export function listActions(card: JsonObject): CardAction[] {
  return findActions(card).map(({ actionId, type, title, data }) => ({
    actionId,
    type,
    title,
    data
  }))
}
