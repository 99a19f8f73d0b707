import { jsonInText } from '../coerce/json-in-text.ts'
import type { Place } from '../coerce/place.ts'
import { type Finding, findingOf } from '../find/finding.ts'
import { isObject, membersOf } from '../json.ts'
import { setOwn } from '../own-property.ts'

const CONTENT_TYPE = 'application/vnd.microsoft.card.adaptive'

/** A text that is one fence. */
const FENCE = /^\s*```\w*[^\S\n]*\n([\s\S]*)```\s*$/

/** A card with more elements than this is not walked further. */
const MOST_ELEMENTS = 2000

/** Says whether an object is an Adaptive Card, an attachment with one, or a list of attachments. */
export function looksLikeCard(value: unknown): boolean {
  if (!isObject(value)) return false
  const { type, contentType, attachments } = value
  if (type === 'AdaptiveCard' || contentType === CONTENT_TYPE) return true
  return Array.isArray(attachments) && attachments.some(looksLikeCard)
}

/**
 * Finds the data a card carries: what its buttons submit, JSON in its texts, its
 * facts and its inputs. Each button is a finding of its own: nobody has pressed
 * one yet.
 */
export function findInCard(card: Finding, root: Place, depth: number): Finding[] {
  const findings: Finding[] = []
  const add = (place: Place) => {
    const { value, path, ownNode } = place
    const { start, end } = ownNode
    const cardPath = path.map(pointerTo).join('')
    const source = { ...card.source, form: 'card', span: { start, end }, cardPath } as const
    findings.push(findingOf(source, { node: ownNode, value }))
  }
  const parts = [root]
  const inputs: [unknown, unknown][] = []
  for (let index = 0; index < Math.min(parts.length, MOST_ELEMENTS); index++) {
    // A card, or a part of one, may have been made a string on its way.
    const part = opened(parts[index] ?? root, depth)
    for (const [key, inner] of membersOf(part.value)) {
      const open = typeof inner === 'object' ? key !== 'data' : key === 'content'
      if (open) parts.push(part.child(key, inner))
    }
    const { type, text, facts, data, id, value } = Object(part.value)
    if (data !== undefined && (type === 'Action.Submit' || type === 'Action.Execute')) {
      add(opened(part.child('data', data), depth))
    } else if (typeof text === 'string') {
      const inner = opened(part.child('text', text.replace(FENCE, '$1')), depth)
      if (typeof inner.value === 'object') add(inner)
    } else if (Array.isArray(facts)) {
      const pairs = facts.filter(isObject).map(({ title, value }) => [title, value] as const)
      add(gathered(part.child('facts', facts), pairs))
    } else if (value !== undefined && /^Input\./.test(String(type))) inputs.push([id, value])
  }
  if (inputs.length > 0) add(gathered(root, inputs))
  return findings
}

/** A step of a JSON pointer. */
function pointerTo(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Reads what was made a string as the JSON it was. */
function opened(place: Place, depth: number): Place {
  const inner = typeof place.value === 'string' ? jsonInText(place.value, depth) : undefined
  return inner === undefined ? place : place.readAs(inner.value)
}

/** An object of names and values that stand side by side. */
function gathered(place: Place, pairs: readonly (readonly [unknown, unknown])[]): Place {
  const value: Record<string, unknown> = {}
  for (const [name, inner] of pairs) {
    if (typeof name === 'string') setOwn(value, name.replace(/:\s*$/, ''), inner)
  }
  return place.readAs(value)
}
