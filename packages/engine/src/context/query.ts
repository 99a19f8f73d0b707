import type { ContextFormat } from './context-format.ts'

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

/** How much of the collected data is told: whole values, shortened values, or the names alone. */
export type Tier = 'full' | 'summary' | 'keys'

/**
 * Shares of the budget, 0–1: values are told whole when the context takes less than `full` with
 * them, shortened when it takes less than `summary`, and as names above that.
 */
export type Tiers = { full: number; summary: number }
