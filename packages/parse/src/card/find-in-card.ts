import { jsonInText } from '../coerce/json-in-text.ts'
import type { Finding } from '../find/finding.ts'
import type { Source } from '../outcome.ts'
import type { Entry, ObjectNode, ValueNode } from '../value/node.ts'
import { plain } from '../value/plain.ts'
import { isObject, memberOf, textOf } from './card-node.ts'

interface Place {
  readonly node: ValueNode
  readonly pointer: string
}

/** A card with more elements than this is not walked further. */
const MOST_ELEMENTS = 1000
const CONTAINERS = [
  'body',
  'items',
  'columns',
  'actions',
  'inlines',
  'card',
  'content',
  'attachments',
  'rows',
  'cells',
  'inlineAction',
  'selectAction'
]

/**
 * Finds the data a card carries: what its buttons submit, JSON in its texts, its
 * facts and its inputs. Each button is a finding of its own: nobody has pressed
 * one yet.
 */
export function findInCard(card: ValueNode, source: Source, depth: number): Finding[] {
  const findings: Finding[] = []
  const inputs: Entry[] = []
  const waiting: Place[] = [{ node: card, pointer: '' }]
  const add = (node: ValueNode, pointer: string) => findings.push(findingOf(node, source, pointer))
  for (let index = 0; index < waiting.length && index < MOST_ELEMENTS; index++) {
    const place = waiting[index]
    if (place === undefined) break
    const node = contentOf(place.node, depth)
    if (node.kind === 'array') {
      for (const [position, item] of node.items.entries()) {
        waiting.push({ node: item, pointer: `${place.pointer}/${position}` })
      }
    } else if (isObject(node)) {
      readElement(node, place.pointer, depth, add, inputs)
      for (const key of CONTAINERS) {
        const inner = memberOf(node, key)
        if (inner !== undefined) waiting.push({ node: inner, pointer: `${place.pointer}/${key}` })
      }
    }
  }
  if (inputs.length > 0) add(objectOf(inputs, card), '')
  return findings
}

/** A card may have been made a string on its way. */
function contentOf(node: ValueNode, depth: number): ValueNode {
  return (node.kind === 'string' ? jsonInText(node, depth) : undefined) ?? node
}

function readElement(
  node: ObjectNode,
  pointer: string,
  depth: number,
  add: (node: ValueNode, pointer: string) => void,
  inputs: Entry[]
): void {
  const type = textOf(node, 'type') ?? ''
  const data = memberOf(node, 'data')
  if ((type === 'Action.Submit' || type === 'Action.Execute') && data !== undefined) {
    add(contentOf(data, depth), `${pointer}/data`)
  }
  const text = memberOf(node, 'text')
  if ((type === 'TextBlock' || type === 'TextRun') && text?.kind === 'string') {
    const inner = jsonInText(withoutFence(text), depth)
    if (inner !== undefined) add(inner, `${pointer}/text`)
  }
  const facts = memberOf(node, 'facts')
  if (type === 'FactSet' && facts?.kind === 'array')
    add(factsOf(facts.items, facts), `${pointer}/facts`)
  const id = textOf(node, 'id')
  const value = memberOf(node, 'value')
  if (type.startsWith('Input.') && id !== undefined && value !== undefined)
    inputs.push(entryOf(id, value))
}

function withoutFence(node: ValueNode & { kind: 'string' }): ValueNode & { kind: 'string' } {
  const match = /^\s*```\w*\s*\n([\s\S]*?)\n?\s*```\s*$/.exec(node.value.slice(0, 100_000))
  return match === null ? node : { ...node, value: match[1] ?? '' }
}

function factsOf(facts: readonly ValueNode[], around: ValueNode): ObjectNode {
  const entries = facts.flatMap(fact => {
    const title = textOf(fact, 'title')
    const value = memberOf(fact, 'value')
    return title === undefined || value === undefined
      ? []
      : [entryOf(title.replace(/:\s*$/, ''), value)]
  })
  return objectOf(entries, around)
}

function entryOf(key: string, value: ValueNode): Entry {
  return { key, keyStart: value.start, keyEnd: value.start, value }
}

function objectOf(entries: Entry[], around: ValueNode): ObjectNode {
  const { start, end } = around
  return { kind: 'object', start, end, entries, members: [] }
}

function findingOf(node: ValueNode, card: Source, pointer: string): Finding {
  const span = { start: node.start, end: node.end }
  return {
    source: { ...card, form: 'card', span, outer: card.outer, cardPath: pointer },
    value: plain(node),
    node,
    repairs: [],
    unsafe: true,
    truncatedAt: undefined,
    standing: 'plain'
  }
}
