import { parseTemplate, QUERY_FORMATS, type QueryFormatName } from '@turnwise/schema'
import { z } from 'zod'
import type { ContextFormat } from './context-format.ts'

/** How an agent is told where the workflow stands. */
export type ContextSettings = {
  format: ContextFormat
  /** What context may take, in characters or in what the engine's `count` counts. */
  budget: number
  /**
   * Shares of the budget, 0–1, from which the data is told in short and by name alone; null tells as
   * much as fits.
   */
  tiers: { full: number; summary: number } | null
  /** A random mark in every tag. */
  nonce: boolean
  /** Joins the words of collected and remembered texts, for agents whose instructions know it. */
  datamark: boolean
  /** Says how to answer; needless where the agent's own instructions do. */
  contract: boolean
  /** Says which actions may come next. */
  actions: boolean
  /** Earlier turns that are told again, for agents that remember none. */
  history: number
}

/** Less than 40 % of the budget tells everything, less than 70 % a summary. */
export const earlyTiers = { full: 0.4, summary: 0.7 } as const

/** What is sent unless somebody says otherwise. */
export const usualContext: ContextSettings = {
  format: 'brackets',
  budget: 2000,
  tiers: null,
  nonce: true,
  datamark: false,
  contract: false,
  actions: false,
  history: 0
}

/** A template as its author gives it: parsed once, when the workflow is declared. */
export type TemplateText = { template: string; name?: string }

/** The context of a workflow as its author writes it; what is left out is as the engine has it. */
export type ContextDefinition = Partial<Omit<ContextSettings, 'format' | 'tiers'>> & {
  /** `none` sends the user's text alone; `{ template }` puts the slots of a text of yours in place. */
  format?: QueryFormatName | TemplateText
  /** `early` is less than 40 % of the budget for everything, less than 70 % for a summary. */
  tiers?: 'early' | { full: number; summary: number }
  /** The most important first. */
  constraints?: readonly string[]
}

/** The context of a checked workflow. */
export type WorkflowContextSettings = Partial<ContextSettings> & { constraints: readonly string[] }

const templateText = z.strictObject({
  template: z.string().max(100_000),
  name: z.string().max(200).optional()
})

const format = z.unknown().transform((given, context): ContextFormat => {
  if (typeof given === 'string' && Object.hasOwn(QUERY_FORMATS, given))
    return given as QueryFormatName
  const written = templateText.safeParse(given)
  const parsed = written.success
    ? parseTemplate(written.data.template, written.data.name ?? 'template')
    : { ok: false as const, problems: [`one of ${names}, or { template }`] }
  if (parsed.ok) return parsed.template
  for (const message of parsed.problems)
    context.issues.push({ code: 'custom', input: given, message })
  return z.NEVER
})

const names = Object.keys(QUERY_FORMATS).join(', ')

const share = z.number().min(0).max(1)

/** Checks a {@link ContextDefinition} and parses its template. */
export const contextDefinition = z.strictObject({
  format: format.optional(),
  budget: z.number().int().min(100).max(1_000_000).optional(),
  tiers: z
    .union([
      z.literal('early').transform(() => earlyTiers),
      z
        .strictObject({ full: share, summary: share })
        .refine(({ full, summary }) => full <= summary, 'full at most as much as summary')
    ])
    .optional(),
  nonce: z.boolean().optional(),
  datamark: z.boolean().optional(),
  contract: z.boolean().optional(),
  actions: z.boolean().optional(),
  history: z.number().int().min(0).max(50).optional(),
  constraints: z.array(z.string().min(1).max(500)).max(50).optional()
})
