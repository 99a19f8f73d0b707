import { ACTION_SHAPES } from './action-shapes.ts'
import { type CardRules, type OpenedNode, remove, type WaitingNode } from './card-node.ts'
import type { CardShape, NodeKind } from './card-shape.ts'
import { type JsonObject, pointer } from './json-value.ts'
import { openData } from './open-data.ts'
import { PLACED_SHAPES } from './placed-shapes.ts'
import { readValue } from './property-value.ts'
import { readProperties } from './read-properties.ts'
import { resolveFallback } from './resolve-fallback.ts'
import { LONGEST_TESTED_VALUE } from './safe-pattern.ts'

/** Opens one node: reads its own values and lists what is inside; null when it does not stay. */
export function openNode(waiting: WaitingNode, rules: CardRules): OpenedNode | null {
  const { kind, depth } = waiting
  if (kind === 'data') return openData(waiting, rules)
  if (typeof waiting.source === 'string') {
    return openShorthand(kind, waiting.source, waiting.path, rules)
  }
  const resolved = resolveFallback(kind, waiting, rules)
  if (resolved === null) return null
  const { shape, source, path } = resolved
  const action = ACTION_SHAPES.get(shape.type)?.name
  if (action !== undefined && !rules.allowedActions.has(action)) {
    return remove(rules, path, 'action-not-allowed')
  }
  const { node, nested } = readProperties(shape, source, { path, depth }, rules)
  dropSlowPattern(node, path, rules)
  if (lacks(node, shape)) return remove(rules, path, 'incomplete')
  claimId(node, path, action === undefined ? rules.elementIds : rules.actionIds, rules)
  return lacks(node, shape) ? null : { node, nested }
}

function openShorthand(
  kind: Exclude<NodeKind, 'data'>,
  text: string,
  path: string,
  rules: CardRules
): OpenedNode | null {
  const rule = kind === 'element' || kind === 'action' ? undefined : PLACED_SHAPES[kind].shorthand
  if (rule === undefined) return remove(rules, path, 'bad-value')
  const { value, problem = 'bad-value' } = readValue(rule, text, rules.allowedHosts)
  return value === undefined ? remove(rules, path, problem) : { node: value, nested: [] }
}

function lacks(node: JsonObject, shape: CardShape): boolean {
  return shape.needs?.some(key => node[key] === undefined) ?? false
}

const ID = /^[^\p{C}]{1,200}$/u

/** Keeps an id that is the first of its name and no name every object answers to. */
function claimId(node: JsonObject, path: string, claimed: Set<string>, rules: CardRules): void {
  const { id } = node
  if (typeof id !== 'string') return
  const isName = ID.test(id) && id !== 'prototype' && !(id in {})
  if (isName && !claimed.has(id)) {
    claimed.add(id)
    return
  }
  remove(rules, pointer(path, 'id'), isName ? 'duplicate-id' : 'bad-id')
  delete node.id
}

// A long text the card brings along, against a pattern the card brings along: no user chose either.
function dropSlowPattern(node: JsonObject, path: string, rules: CardRules): void {
  const { regex, value } = node
  if (regex === undefined || typeof value !== 'string') return
  if (value.length <= LONGEST_TESTED_VALUE) return
  remove(rules, pointer(path, 'regex'), 'unsafe-pattern')
  delete node.regex
}
