import { neutralise, writeContextLines, writeSection } from '@turnwise/schema'
import { fitData, type Tier } from './fit-data.ts'

/** What the agent is told this turn. */
export type QueryInput = {
  /** The user's text, or the summary of a submitted card. */
  text: string
  step: string
  /** Declared and collected fields, the least recently changed first. */
  data: Record<string, unknown>
  turnNumber: number
  constraints: readonly string[]
  /** Untrusted sections from context sources, in order. */
  sources: readonly { name: 'MEMORY' | 'HISTORY'; text: string }[]
  format: 'brackets' | 'none'
  /** Characters of context; the user's text never counts. */
  budget: number
  /** Random mark in every tag; null writes literal tags. */
  nonce: string | null
}

/** One part of a query: how much it takes, and what had to be left out. */
export type QuerySection = {
  name: 'CONTEXT' | 'MEMORY' | 'HISTORY' | 'USER INPUT'
  text: string
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
  const sources = sourceSections(input, input.budget - context.section.used)
  const sections = [context.section, ...sources, user]
  const nonce = input.nonce ?? undefined
  return {
    query: sections
      .filter(section => section.text !== '' || section === user)
      .map(({ name, text }) => writeSection(name, text, nonce))
      .join('\n\n'),
    sections,
    tier: context.tier,
    truncated: sections.some(section => section.dropped.length > 0)
  }
}

const contextSection = (input: QueryInput): { section: QuerySection; tier: Tier } => {
  const constraints = input.constraints.map(neutralise)
  const write = (collectedData: string, omitted: number): string =>
    writeContextLines({
      step: neutralise(input.step),
      collectedData,
      turnNumber: input.turnNumber,
      constraints,
      omitted
    })
  const fitted = fitData(input.data, input.budget, write)
  return {
    section: {
      name: 'CONTEXT',
      text: fitted.text,
      used: fitted.text.length,
      dropped: fitted.dropped
    },
    tier: fitted.tier
  }
}

const sourceSections = (input: QueryInput, left: number): QuerySection[] => {
  let room = left
  return input.sources.map(({ name, text }) => {
    const safe = neutralise(text)
    const fits = safe.length <= room
    if (fits) room -= safe.length
    return {
      name,
      text: fits ? safe : '',
      used: fits ? safe.length : 0,
      dropped: fits ? [] : [name]
    }
  })
}
