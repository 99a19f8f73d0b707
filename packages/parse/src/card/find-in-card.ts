import { jsonInText } from '../coerce/json-in-text.ts'
import type { Place } from '../coerce/place.ts'
import { type Finding, findingOf } from '../find/finding.ts'
import { isObject } from '../json.ts'
import { setOwn } from '../own-property.ts'

const CONTENT_TYPE = 'application/vnd.microsoft.card.adaptive'

/** A card with more elements than this is not walked further. */
const MOST_ELEMENTS = 2000

/** Says whether an object is an Adaptive Card, an attachment with one, or a list of attachments. */
export function looksLikeCard(value: unknown): boolean {
  if (!isObject(value)) return false
  const { type, contentType, attachments } = value
  if (type === 'AdaptiveCard' || contentType === CONTENT_TYPE) return true
  return Array.isArray(attachments) && attachments.some(looksLikeCard)
}

/** Something in a card, with the JSON pointer that leads there. */
interface Part {
  readonly value: unknown
  readonly place: Place
  readonly pointer: string
}

/**
 * Finds the data a card carries: what its buttons submit, JSON in its texts, its
 * facts and its inputs. Each button is a finding of its own: nobody has pressed
 * one yet.
 */
export function findInCard(card: Finding, place: Place, depth: number): Finding[] {
  const findings: Finding[] = []
  const add = ({ value, place, pointer }: Part) => {
    if (value === undefined) return
    const { start, end } = place.node
    const source = {
      ...card.source,
      form: 'card',
      span: { start, end },
      cardPath: pointer
    } as const
    findings.push(findingOf(source, place.nodeOf(value), { value }))
  }
  const root = { value: card.value, place, pointer: '' }
  const parts = [root]
  const inputs: [unknown, unknown][] = []
  for (let index = 0; index < Math.min(parts.length, MOST_ELEMENTS); index++) {
    // A card, or a part of one, may have been made a string on its way.
    const part = opened(parts[index] ?? root, depth)
    for (const key of Object.keys(Object(part.value))) {
      const inner = partOf(part, key)
      if (typeof inner.value === 'object' && key !== 'data') parts.push(inner)
      else if (typeof inner.value === 'string' && key === 'content') parts.push(inner)
    }
    if (!isObject(part.value)) continue
    const { type, text, facts, id, value } = part.value
    if (type === 'Action.Submit' || type === 'Action.Execute') {
      add(opened(partOf(part, 'data'), depth))
    } else if (typeof text === 'string') {
      const inner = opened({ ...partOf(part, 'text'), value: withoutFence(text) }, depth)
      if (typeof inner.value === 'object') add(inner)
    } else if (Array.isArray(facts)) {
      const pairs = facts.filter(isObject).map(fact => [factName(fact.title), fact.value] as const)
      add(gathered(partOf(part, 'facts'), pairs))
    } else if (/^Input\./.test(String(type)) && value !== undefined) inputs.push([id, value])
  }
  if (inputs.length > 0) add(gathered(root, inputs))
  return findings
}

function partOf({ value, place, pointer }: Part, key: string): Part {
  const step = Array.isArray(value) ? Number(key) : key
  const inner: unknown = Reflect.get(Object(value), key)
  return { value: inner, place: place.child(step), pointer: `${pointer}/${key}` }
}

function opened(part: Part, depth: number): Part {
  const value = typeof part.value === 'string' ? jsonInText(part.value, depth) : undefined
  return value === undefined ? part : { ...part, value, place: part.place.readAgain() }
}

/** An object of names and values that stand side by side. */
function gathered(part: Part, pairs: readonly (readonly [unknown, unknown])[]): Part {
  const value: Record<string, unknown> = {}
  for (const [name, inner] of pairs) if (typeof name === 'string') setOwn(value, name, inner)
  return { ...part, value, place: part.place.readAgain() }
}

function factName(title: unknown): unknown {
  return typeof title === 'string' ? title.replace(/:\s*$/, '') : undefined
}

function withoutFence(text: string): string {
  return /^\s*```\w*\s*\n([\s\S]*?)\n?\s*```\s*$/.exec(text.slice(0, 100_000))?.[1] ?? text
}
