import { type CardRules, type OpenedNode, remove, type WaitingNode } from './card-node.ts'
import { isJsonObject, type JsonObject, pointer } from './json-value.ts'
import { readScalar } from './property-value.ts'

/**
 * Opens free JSON: what an action carries. Any key stays but `__proto__`, which would turn into a
 * prototype at the first careless merge.
 */
export function openData(waiting: WaitingNode, rules: CardRules): OpenedNode | null {
  const { source, path, depth } = waiting
  const inside = (key: string | number, value: unknown, place: WaitingNode['place']) => ({
    kind: 'data' as const,
    source: value,
    path: pointer(path, key),
    depth: depth + 1,
    place
  })
  if (Array.isArray(source)) {
    const node: unknown[] = []
    const place = (value: unknown) => node.push(value)
    return { node, nested: source.map((value, index) => inside(index, value, place)) }
  }
  if (isJsonObject(source)) {
    const node: JsonObject = {}
    const nested: WaitingNode[] = []
    for (const [key, value] of Object.entries(source)) {
      if (key === '__proto__') remove(rules, pointer(path, key), 'bad-value')
      else nested.push(inside(key, value, kept => (node[key] = kept)))
    }
    return { node, nested }
  }
  if (source === null) return { node: null, nested: [] }
  const { value } = readScalar(source)
  return value === undefined ? remove(rules, path, 'bad-value') : { node: value, nested: [] }
}
