import type { QueryText } from '@turnwise/schema'
import { type ContextFormat, formatOf } from './context-format.ts'
import { fitContext } from './fit-context.ts'
import type { Tier, Tiers } from './fit-data.ts'
import { fitSources } from './fit-sources.ts'
import { safeguard } from './safeguard.ts'

/** What the agent is told this turn. */
export type QueryInput = {
  /** The user's text, or the summary of a submitted card. */
  text: string
  step: string
  /** Declared and collected fields, the least recently changed first. */
  data: Record<string, unknown>
  turnNumber: number
  /** The most important first. */
  constraints: readonly string[]
  /** What the agent may say comes next; null says nothing about it. */
  allowedActions: readonly string[] | null
  /** How to answer, in the author's words: trusted, and never counted. Null leaves it out. */
  contract: string | null
  /** Untrusted texts from context sources, in order. */
  sources: readonly { name: SourceName; text: string }[]
  /** Earlier turns in words, the oldest first. */
  history: readonly string[]
  format: ContextFormat
  /**
   * What context may take, without tags, in the unit of `count`; the user's text never counts. Step
   * and turn number stand whatever they take.
   */
  budget: number
  /** Measures a text, in characters or in tokens; more text must not count less. */
  count: (text: string) => number
  /** How early the data is told in short; null tells as much as fits. */
  tiers: Tiers | null
  /** Random mark in every tag; null writes literal tags. */
  nonce: string | null
  /** Joins the words of everything that was collected or remembered, so that it shows as data. */
  datamark: boolean
}

/** Where untrusted texts besides the collected data stand. */
export type SourceName = 'MEMORY' | 'HISTORY'

/** One part of a query: how much it takes, and what had to be left out. */
export type QuerySection = {
  name: 'CONTEXT' | 'CONTRACT' | SourceName | 'USER INPUT'
  text: string
  /** In the unit of the budget, as it stands in the query. */
  used: number
  dropped: readonly string[]
}

export type Query = {
  query: string
  sections: readonly QuerySection[]
  tier: Tier
  /** Something was dropped. */
  truncated: boolean
}

/**
 * Writes the query for one turn: what is known, then what the user said.
 *
 * Assembly is a join of slots; nothing is ever run over data, so `$&`, `{placeholder}` and tags
 * inside data stay data. The user's text is never cut: only neutralised where it spells a tag.
 */
export const buildQuery = (input: QueryInput): Query => {
  const format = formatOf(input.format)
  const safe = safeguard(input)
  const used = (name: QueryText['name'], text: string): number =>
    input.count(format.body({ name, text }))
  const whole = (name: 'CONTRACT' | 'USER INPUT', text: string): QuerySection => ({
    name,
    text,
    used: used(name, text),
    dropped: []
  })
  const user = whole('USER INPUT', safe.name(input.text))
  if (input.format === 'none')
    return { query: user.text, sections: [user], tier: 'full', truncated: false }

  const { facts, section, tier } = fitContext(input, format, safe)
  const room = input.budget - section.used
  const further = [
    ...(input.contract === null ? [] : [whole('CONTRACT', input.contract)]),
    ...fitSources(input, { room, used, safe: safe.text })
  ]
  const sections = [section, ...further, user]
  const written = [...further.filter(({ text }) => text !== ''), user]
  return {
    query: format.write(facts, written.filter(isText), input.nonce),
    sections,
    tier,
    truncated: sections.some(({ dropped }) => dropped.length > 0)
  }
}

const isText = (section: QuerySection): section is QuerySection & QueryText =>
  section.name !== 'CONTEXT'
