import type { Span } from '../span.ts'
import type { ValueNode } from '../value/node.ts'
import { entryOf, nameOf, nodeOfObjects, type Target } from './known-keys.ts'
import { type Line, unmarked } from './lines.ts'

interface Cell extends Span {
  readonly text: string
}

/** Reads the first Markdown table whose header names keys the schema knows: a row an object. */
export function readTable(lines: readonly Line[], target: Target): ValueNode | undefined {
  const first = lines.findIndex(line => line.text.includes('|'))
  const from = first === -1 ? [] : lines.slice(first)
  const end = from.findIndex(line => !line.text.includes('|'))
  const [header, rule, ...body] = (end === -1 ? from : from.slice(0, end)).map(cellsOf)
  if (header === undefined || rule?.every(cell => /^:?-+:?$/.test(cell.text)) !== true) {
    return undefined
  }
  const names = header.map(cell => nameOf(target.shape, cell.text))
  const known = names.filter(name => name !== undefined).length
  if (known < Math.min(2, target.shape.properties.length)) return undefined
  const objects = body.map(row =>
    row.flatMap((cell, index) => {
      const name = names[index]
      return name === undefined || cell.text === '' ? [] : entryOf(name, cell, cell.text, cell)
    })
  )
  return nodeOfObjects(objects, target)
}

function cellsOf({ text, start }: Line): Cell[] {
  let next = start
  const cells = text.split('|').map(part => {
    const cell = { start: next, end: next + part.length, text: unmarked(part) }
    next = cell.end + 1
    return cell
  })
  // The bars at both ends of a row enclose nothing more.
  return cells.filter(({ text }, index) => text !== '' || (index > 0 && index < cells.length - 1))
}
