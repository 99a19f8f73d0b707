import type { FactName } from './context-facts.ts'
import type { SectionName } from './section.ts'

/** What a reader of a query finds in it. */
export interface ReadQuery {
  /** The nonce of the tags, or null when they are literal or absent. */
  readonly nonce: string | null
  readonly phase: string | null
  /** The collected data; empty when it is absent or no JSON object. */
  readonly collectedData: Record<string, unknown>
  readonly turnNumber: number | null
  readonly constraints: string[]
  /** What the agent may say comes next; empty when nothing is said about it. */
  readonly allowedActions: string[]
  /** What is told in further sections, by name. */
  readonly sections: ReadonlyMap<SectionName, string>
  /** What the user said; the whole query when it carries no tags. */
  readonly userInput: string
}

/** What was found between the delimiters of a query, before it is understood. */
export interface FoundParts {
  readonly nonce: string | null
  readonly facts: Partial<Record<FactName, string>>
  readonly sections: ReadonlyMap<SectionName, string>
}

/** A query without any tag: all of it is what the user said. */
export function untagged(query: string): ReadQuery {
  return readFacts({ nonce: null, facts: {}, sections: new Map([['USER INPUT', query]]) })
}

/** Understands the parts of a query, whatever format they stood in. */
export function readFacts({ nonce, facts, sections }: FoundParts): ReadQuery {
  const { step, turnNumber, mark } = facts
  const unmarked = (text: string): string => (mark === undefined ? text : unmark(text, mark))
  const rest = [...sections].filter(([name]) => name !== 'CONTEXT' && name !== 'USER INPUT')
  return {
    nonce,
    phase: step ?? null,
    collectedData: asRecord(parseJson(facts.collectedData, unmarked)),
    turnNumber: turnNumber !== undefined && /^\d{1,15}$/.test(turnNumber) ? +turnNumber : null,
    constraints: asTexts(parseJson(facts.constraints, text => text)),
    allowedActions: asTexts(parseJson(facts.allowedActions, text => text)),
    sections: new Map(rest.map(([name, text]) => [name, unmarked(text)])),
    userInput: sections.get('USER INPUT') ?? ''
  }
}

/** Joins the words of a text with a mark, so that every word of it shows that it is data. */
export function markWords(text: string, mark: string): string {
  return text.replaceAll(' ', mark).replaceAll('\n', `\n${mark}`)
}

function unmark(text: string, mark: string): string {
  return text.replaceAll(`\n${mark}`, '\n').replaceAll(mark, ' ')
}

function parseJson(text: string | undefined, unmarked: (text: string) => string): unknown {
  if (text === undefined) return null
  try {
    return JSON.parse(text, (key, value: unknown) => {
      // An own `__proto__` would turn into a prototype at the first careless merge.
      if (key === '__proto__') return undefined
      return typeof value === 'string' ? unmarked(value) : value
    })
  } catch {
    return null
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}
