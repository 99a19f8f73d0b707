import { propertyOf } from '../schema/property-of.ts'
import type { ObjectShape } from '../schema/shape.ts'
import type { Span } from '../span.ts'
import type { Entry, ObjectNode, StringNode, ValueNode } from '../value/node.ts'
import type { Target } from './known-keys.ts'

interface Cell extends Span {
  readonly text: string
}

/** Reads a Markdown table: a row an object, or two columns of keys and values. */
export function readTable(text: string, within: Span, target: Target): ValueNode | undefined {
  const rows = tableRows(text, within)
  const [header, rule, ...body] = rows
  if (header === undefined || rule === undefined || body.length === 0) return undefined
  if (!rule.every(cell => /^:?-+:?$/.test(cell.text))) return undefined
  const columns = header.map(cell => propertyOf(target.shape, cell.text)?.name)
  const known = columns.filter(name => name !== undefined).length
  if (known < 2 && !(known === 1 && target.shape.properties.length === 1)) {
    return target.list ? undefined : keyColumn(body, target.shape)
  }
  const objects = body.map(row => rowObject(row, columns))
  const [first] = objects
  if (first === undefined) return undefined
  if (!target.list) return objects.length === 1 ? first : undefined
  const end = objects.at(-1)?.end ?? first.end
  return { kind: 'array', start: first.start, end, items: objects }
}

/** The cells of the first table, row by row. */
function tableRows(text: string, within: Span): Cell[][] {
  const rows: Cell[][] = []
  let at = within.start
  for (const line of text.slice(within.start, within.end).split('\n')) {
    const trimmed = line.trim()
    if (trimmed.includes('|') && trimmed.length > 2) rows.push(cellsOf(line, at))
    else if (rows.length > 0) break
    at += line.length + 1
  }
  return rows
}

function cellsOf(line: string, start: number): Cell[] {
  const cells: Cell[] = []
  let at = start
  const parts = line.split('|')
  for (const [index, part] of parts.entries()) {
    const edge = (index === 0 || index === parts.length - 1) && part.trim() === ''
    const text = part.trim().replace(/^[*_`]+|[*_`]+$/g, '')
    if (!edge) cells.push({ start: at, end: at + part.length, text })
    at += part.length + 1
  }
  return cells
}

function rowObject(row: readonly Cell[], columns: readonly (string | undefined)[]): ObjectNode {
  const entries: Entry[] = []
  for (const [index, cell] of row.entries()) {
    const key = columns[index]
    if (key !== undefined && cell.text !== '') entries.push(entryOf(key, cell, cell))
  }
  return objectOf(entries, row)
}

function keyColumn(body: readonly Cell[][], shape: ObjectShape): ObjectNode | undefined {
  const entries: Entry[] = []
  for (const [key, value] of body) {
    const name = key === undefined ? undefined : propertyOf(shape, key.text)?.name
    if (name === undefined || key === undefined || value === undefined) continue
    if (entries.some(entry => entry.key === name)) return undefined
    entries.push(entryOf(name, key, value))
  }
  return entries.length > 1 ? objectOf(entries, body.flat()) : undefined
}

function entryOf(key: string, keyCell: Cell, cell: Cell): Entry {
  const { start, end, text } = cell
  const value: StringNode = {
    kind: 'string',
    start,
    end,
    value: text,
    quoted: false
  }
  return { key, keyStart: keyCell.start, keyEnd: keyCell.end, value }
}

function objectOf(entries: Entry[], cells: readonly Cell[]): ObjectNode {
  const start = cells[0]?.start ?? 0
  const end = cells.at(-1)?.end ?? start
  return { kind: 'object', start, end, entries, members: [] }
}
