import { printableLine } from './printable.ts'

type Node = Readonly<Record<string, unknown>>

/**
 * The words of a card, line by line, in the order in which they stand.
 *
 * @param card sanitised, so it is neither deep nor large
 */
export function cardLines(card: Node): string[] {
  return linesOf(card).map(line => `  ${line}`)
}

const CHILDREN = ['body', 'items', 'columns', 'rows', 'cells'] as const

function linesOf(node: Node): string[] {
  if (node.type === 'TextBlock') return [word(node.text)]
  if (node.type === 'RichTextBlock')
    return [
      nodes(node.inlines)
        .map(run => word(run.text))
        .join('')
    ]
  if (node.type === 'FactSet') {
    return nodes(node.facts).map(fact => `${word(fact.title)}: ${word(fact.value)}`)
  }
  if (node.type === 'Image') return [word(node.altText)]
  return CHILDREN.flatMap(children => nodes(node[children]).flatMap(linesOf)).filter(
    line => line !== ''
  )
}

const nodes = (value: unknown): Node[] =>
  Array.isArray(value)
    ? value.map(item => (typeof item === 'string' ? { text: item } : item)).filter(isNode)
    : []

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

const word = (value: unknown): string => (typeof value === 'string' ? printableLine(value) : '')
