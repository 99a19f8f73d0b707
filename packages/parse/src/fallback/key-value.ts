import type { Entry, ValueNode } from '../value/node.ts'
import { entryOf, nameOf, nodeOfObjects, type Target } from './known-keys.ts'
import { type Line, unmarked } from './lines.ts'

const PAIR = /^(?:>[ \t]*)?(?:[-*•+][ \t]+|\d{1,3}[.)][ \t]+)?([^:：=]{1,64})[:：=][ \t]*(.*)$/u
/** A row of a table that has keys in its first column. */
const ROW = /^\|([^|]{1,64})\|([^|]*)\|?$/
const LONGEST_LINE = 2000

/**
 * Reads lines such as `- **City**: Rome`. Only keys the schema knows count, and
 * a key said twice with different values says nothing.
 */
export function readKeyValueLines(lines: readonly Line[], target: Target): ValueNode | undefined {
  const { properties } = target.shape
  const entries = lines.flatMap(line => pairOf(line, target) ?? [])
  const objects = target.list ? grouped(entries) : [entries]
  const known = objects.every(
    pairs => keysOf(pairs).size >= Math.min(2, properties.length) && isUnanimous(pairs)
  )
  // One key alone counts only when its line is all there is.
  const alone = entries.length === 1 && lines.filter(line => line.text !== '').length === 1
  return known && (properties.length > 1 || alone) ? nodeOfObjects(objects, target) : undefined
}

function pairOf({ text, start }: Line, { shape }: Target): Entry | undefined {
  if (text.length > LONGEST_LINE) return undefined
  const [, key = '', value = ''] = ROW.exec(text) ?? PAIR.exec(text) ?? []
  const name = nameOf(shape, key)
  const said = unmarked(value)
  if (name === undefined || said === '') return undefined
  const keyStart = start + text.indexOf(key)
  const valueStart = start + text.lastIndexOf(value)
  const keySpan = { start: keyStart, end: keyStart + key.length }
  return entryOf(name, keySpan, said, { start: valueStart, end: valueStart + value.length })
}

/** A key that comes again begins the next object. */
function grouped(entries: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = []
  let keys = new Set<string>()
  for (const entry of entries) {
    if (groups.length === 0 || keys.has(entry.key)) {
      groups.push([])
      keys = new Set()
    }
    keys.add(entry.key)
    groups.at(-1)?.push(entry)
  }
  return groups
}

function keysOf(entries: readonly Entry[]): Set<string> {
  return new Set(entries.map(entry => entry.key))
}

function isUnanimous(entries: readonly Entry[]): boolean {
  const said = entries.map(({ key, value }) => `${key}:${value.kind === 'string' && value.value}`)
  return new Set(said).size === keysOf(entries).size
}
