import { setOwn } from '../own-property.ts'
import type { Entry, ValueNode } from './node.ts'

interface Job {
  readonly node: ValueNode
  readonly put: (value: unknown) => void
}

/** The plain value of a node; of several values of a key the last one counts. */
export function plain(root: ValueNode): unknown {
  let result: unknown
  const waiting: Job[] = [
    {
      node: root,
      put: value => {
        result = value
      }
    }
  ]
  for (let job = waiting.pop(); job !== undefined; job = waiting.pop()) {
    const { node, put } = job
    if (node.kind === 'array') put(plainArray(node.items, waiting))
    else if (node.kind === 'object') put(plainObject(node.entries, waiting))
    else put(node.value)
  }
  return result
}

function plainObject(entries: readonly Entry[], waiting: Job[]): Record<string, unknown> {
  const target: Record<string, unknown> = {}
  for (const { key, value } of entries) {
    if (value.kind === 'array' || value.kind === 'object') {
      // Reserves the key's place, so that the order of keys is the order of writing.
      setOwn(target, key, undefined)
      waiting.push({ node: value, put: inner => setOwn(target, key, inner) })
    } else setOwn(target, key, value.value)
  }
  return target
}

function plainArray(items: readonly ValueNode[], waiting: Job[]): unknown[] {
  const target: unknown[] = new Array(items.length)
  for (const [index, node] of items.entries()) {
    if (node.kind === 'array' || node.kind === 'object') {
      waiting.push({
        node,
        put: value => {
          target[index] = value
        }
      })
    } else target[index] = node.value
  }
  return target
}
