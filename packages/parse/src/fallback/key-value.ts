import { propertyOf } from '../schema/property-of.ts'
import type { ObjectShape } from '../schema/shape.ts'
import type { Span } from '../span.ts'
import type { Entry, ObjectNode, StringNode, ValueNode } from '../value/node.ts'
import type { Target } from './known-keys.ts'

const LINE =
  /^[ \t]*(?:>[ \t]*)?(?:[-*•+][ \t]+|\d{1,3}[.)][ \t]+)?([^\n:：=]{1,64})[:：=][ \t]*([^\n]*)$/u

const LONGEST_LINE = 2000

/**
 * Reads lines such as `- **City**: Rome`. Only keys the schema knows count, and
 * a key said twice with different values says nothing.
 */
export function readKeyValueLines(
  text: string,
  within: Span,
  target: Target
): ValueNode | undefined {
  const entries = linesOf(text, within, target.shape)
  if (entries.length === 0) return undefined
  const objects = target.list ? grouped(entries) : [entries]
  const nodes = objects.map(objectOf)
  const enough = (list: readonly Entry[]) =>
    new Set(list.map(entry => entry.key)).size >= Math.min(2, target.shape.properties.length) &&
    isUnanimous(list)
  if (!objects.every(enough) || !fillsLines(text, within, entries, target)) return undefined
  const [first] = nodes
  if (first === undefined) return undefined
  if (!target.list) return first
  const last = nodes.at(-1) ?? first
  return { kind: 'array', start: first.start, end: last.end, items: nodes }
}

function linesOf(text: string, within: Span, shape: ObjectShape): Entry[] {
  const entries: Entry[] = []
  let next = within.start
  for (const line of text.slice(within.start, within.end).split('\n')) {
    const lineStart = next
    next += line.length + 1
    const match = line.length > LONGEST_LINE ? null : LINE.exec(line)
    if (match === null) continue
    const [, rawKey = '', rawValue = ''] = match
    const key = unmarked(rawKey)
    const property = propertyOf(shape, key)
    const value = unmarked(rawValue)
    if (property === undefined || value === '') continue
    const start = lineStart + line.indexOf(rawKey)
    const end = lineStart + line.length
    const valueStart = end - rawValue.length
    const node: StringNode = {
      kind: 'string',
      start: valueStart,
      end,
      value,
      quoted: false
    }
    entries.push({
      key: property.name,
      keyStart: start,
      keyEnd: start + rawKey.length,
      value: node
    })
  }
  return entries
}

/** Without the marks of emphasis, code and quotation around it. */
function unmarked(written: string): string {
  return written
    .trim()
    .replace(/^[*_`"'“]+|[*_`"'”,]+$/g, '')
    .trim()
}

/** A key that comes again begins the next object. */
function grouped(entries: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last === undefined || last.some(other => other.key === entry.key)) groups.push([entry])
    else last.push(entry)
  }
  return groups
}

function isUnanimous(entries: readonly Entry[]): boolean {
  const said = new Map<string, unknown>()
  return entries.every(entry => {
    const value = entry.value.kind === 'string' ? entry.value.value : undefined
    const before = said.get(entry.key)
    said.set(entry.key, value)
    return before === undefined || before === value
  })
}

/** One key alone counts only when its line is all there is. */
function fillsLines(
  text: string,
  within: Span,
  entries: readonly Entry[],
  target: Target
): boolean {
  if (target.shape.properties.length > 1) return true
  return entries.length === 1 && !text.slice(within.start, within.end).trim().includes('\n')
}

function objectOf(entries: readonly Entry[]): ObjectNode {
  return {
    kind: 'object',
    start: entries[0]?.keyStart ?? 0,
    end: entries.at(-1)?.value.end ?? 0,
    entries: [...entries],
    members: []
  }
}
