import { neutralise, writeContextLines, writeSection } from '@turnwise/schema'
import { fewest } from './fewest.ts'
import { type FittedData, fitData, type Tier } from './fit-data.ts'

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
  /** Untrusted texts from context sources, in order. */
  sources: readonly { name: SourceName; text: string }[]
  format: 'brackets' | 'none'
  /**
   * Characters of context, without tags; the user's text never counts. Step and turn number stand
   * whatever they take.
   */
  budget: number
  /** Random mark in every tag; null writes literal tags. */
  nonce: string | null
}

type SourceName = 'MEMORY' | 'HISTORY'

/** One part of a query: how much it takes, and what had to be left out. */
export type QuerySection = {
  name: 'CONTEXT' | SourceName | 'USER INPUT'
  text: string
  /** Characters. */
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
  const said = neutralise(input.text)
  const user: QuerySection = { name: 'USER INPUT', text: said, used: said.length, dropped: [] }
  if (input.format === 'none')
    return { query: said, sections: [user], tier: 'full', truncated: false }

  const context = contextSection(input)
  const sources = sourceSections(input.sources, input.budget - context.section.used)
  const sections = [context.section, ...sources, user]
  return {
    query: sections
      .filter(section => section.text !== '' || section === user)
      .map(({ name, text }) => writeSection(name, text, input.nonce ?? undefined))
      .join('\n\n'),
    sections,
    tier: context.tier,
    truncated: sections.some(({ dropped }) => dropped.length > 0)
  }
}

/** Constraints outlast the data; they are given up from the last when they do not fit without it. */
const contextSection = (input: QueryInput): { section: QuerySection; tier: Tier } => {
  const step = neutralise(input.step)
  const constraints = input.constraints.map(neutralise)
  const keeping = (kept: number): FittedData =>
    fitData(input.data, input.budget, (collectedData, omitted) =>
      writeContextLines({
        step,
        collectedData,
        turnNumber: input.turnNumber,
        constraints: constraints.slice(0, kept),
        omitted
      })
    )
  const most = constraints.length
  const kept = most - fewest(most, lost => keeping(most - lost).text.length <= input.budget)
  const { text, tier, dropped } = keeping(kept)
  const section: QuerySection = {
    name: 'CONTEXT',
    text,
    used: text.length,
    dropped: [...dropped, ...input.constraints.slice(kept)]
  }
  return { section, tier }
}

/** Whole texts, as long as they fit; texts of one name share a section, for a reader takes one. */
const sourceSections = (sources: QueryInput['sources'], room: number): QuerySection[] => {
  let left = room
  return [...new Set(sources.map(({ name }) => name))].map(name => {
    const texts: string[] = []
    const dropped: string[] = []
    for (const source of sources.filter(source => source.name === name)) {
      const text = neutralise(source.text)
      if (text.length <= left) {
        left -= text.length
        texts.push(text)
      } else dropped.push(name)
    }
    const text = texts.filter(part => part !== '').join('\n\n')
    return { name, text, used: text.length, dropped }
  })
}
