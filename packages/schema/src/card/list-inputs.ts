import { isJsonObject, type JsonObject } from './json-value.ts'
import { type CardScope, walkCard } from './walk-card.ts'

/** One offer of a choice set. */
export interface CardChoice {
  readonly title: string
  readonly value: string
}

/** One thing a person can fill in on a card. */
export interface CardInput {
  readonly id: string
  readonly type: 'text' | 'number' | 'date' | 'time' | 'toggle' | 'choice-set'
  readonly label: string
  readonly isRequired: boolean
  /** The smallest and largest value: a number, `YYYY-MM-DD` or `HH:MM` by the type. */
  readonly min?: number | string
  readonly max?: number | string
  /** In UTF-16 code units. */
  readonly maxLength?: number
  /** For the person's convenience in a browser; a server never runs it. */
  readonly regex?: string
  readonly choices?: readonly CardChoice[]
  readonly isMultiSelect?: boolean
  /** What a toggle sends when it is on and off. */
  readonly valueOn?: string
  readonly valueOff?: string
}

/** An input and the card it stands in. */
export interface FoundInput {
  readonly input: CardInput
  readonly scope: CardScope
}

const TYPES: ReadonlyMap<unknown, CardInput['type']> = new Map([
  ['Input.Text', 'text'],
  ['Input.Number', 'number'],
  ['Input.Date', 'date'],
  ['Input.Time', 'time'],
  ['Input.Toggle', 'toggle'],
  ['Input.ChoiceSet', 'choice-set']
])

/** Finds the inputs of a sanitised card, those of shown cards included. */
export function findInputs(card: JsonObject): FoundInput[] {
  const found: FoundInput[] = []
  for (const { node, scope } of walkCard(card)) {
    const type = TYPES.get(node.type)
    if (type !== undefined && typeof node.id === 'string') {
      found.push({ input: readInput(node.id, type, node), scope })
    }
  }
  return found
}

/** Lists what can be filled in on a sanitised card, in document order. */
export function listInputs(card: JsonObject): CardInput[] {
  return findInputs(card).map(({ input }) => input)
}

function readInput(id: string, type: CardInput['type'], node: JsonObject): CardInput {
  const input = {
    id,
    type,
    label: text(node.label) ?? text(node.title) ?? '',
    isRequired: node.isRequired === true
  }
  switch (type) {
    case 'text':
      return { ...input, maxLength: number(node.maxLength), regex: text(node.regex) }
    case 'number':
      return { ...input, min: number(node.min), max: number(node.max) }
    case 'date':
    case 'time':
      return { ...input, min: text(node.min), max: text(node.max) }
    case 'toggle':
      return {
        ...input,
        valueOn: text(node.valueOn) ?? 'true',
        valueOff: text(node.valueOff) ?? 'false'
      }
    case 'choice-set': {
      const choices = Array.isArray(node.choices) ? node.choices.flatMap(readChoice) : []
      return { ...input, choices, isMultiSelect: node.isMultiSelect === true }
    }
  }
}

function readChoice(choice: unknown): CardChoice[] {
  const value = isJsonObject(choice) ? text(choice.value) : undefined
  if (!isJsonObject(choice) || value === undefined) return []
  return [{ title: text(choice.title) ?? value, value }]
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
