import { type CardRules, remove, type WaitingNode } from './card-node.ts'
import type { CardShape, NodeKind, PropertyRule } from './card-shape.ts'
import { type JsonObject, pointer } from './json-value.ts'
import { readValue } from './property-value.ts'

/**
 * Reads what a node of a known shape holds: its plain values now, the nodes inside it later.
 *
 * @returns the node with its values and empty lists, and what waits to be placed in it
 */
export function readProperties(
  shape: CardShape,
  source: JsonObject,
  { path, depth }: { path: string; depth: number },
  rules: CardRules
): { node: JsonObject; nested: WaitingNode[] } {
  const node: JsonObject = {}
  const nested: WaitingNode[] = []
  for (const [key, value] of Object.entries(source)) {
    const at = pointer(path, key)
    if (key === 'type' && shape.type !== undefined) {
      node.type = shape.type
      continue
    }
    const rule = Object.hasOwn(shape.properties, key) ? shape.properties[key] : undefined
    if (rule === undefined) {
      remove(rules, at, 'unknown-property')
      continue
    }
    if (isPlain(rule)) {
      const read = readValue(rule, value, rules.allowedHosts)
      if (read.problem !== undefined) remove(rules, at, read.problem)
      if (read.value !== undefined) node[key] = read.value
      continue
    }
    const kind = rule.slice(rule.indexOf(':') + 1) as NodeKind
    const inside = { kind, depth: depth + 1 }
    if (rule.startsWith('one:')) {
      nested.push({ ...inside, source: value, path: at, place: kept => (node[key] = kept) })
    } else if (Array.isArray(value)) {
      const list: unknown[] = []
      node[key] = list
      const place = (kept: unknown) => list.push(kept)
      value.forEach((item, index) => {
        nested.push({ ...inside, source: item, path: pointer(at, index), place })
      })
    } else {
      remove(rules, at, 'bad-value')
    }
  }
  return { node, nested }
}

function isPlain(rule: PropertyRule): rule is Exclude<PropertyRule, `${string}:${string}`> {
  return !rule.includes(':')
}
