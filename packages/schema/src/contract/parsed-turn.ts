import type { Citation } from './citation.ts'
import type { NextAction } from './next-action.ts'
import type { SuggestedInputs } from './suggested-inputs.ts'

/** Where in a reply data was found, in the order in which they are tried. */
export type Surface = 'value' | 'entities' | 'card' | 'text'

/** How far a surface can be trusted; text without a schema to check it is never above `low`. */
export type Trust = 'high' | 'medium' | 'low'

/** One thing that was wrong with a surface that was tried. Never contains more than 80 characters of the reply. */
export type ParseProblem = {
  surface: Surface
  /** Index of the activity in the reply. */
  activity: number
  /** JSON pointer inside the extracted value; empty for the whole. */
  path: string
  rule: string
  expected: string
  got: string
}

/** `[start, end)` in UTF-16 units of the text. */
type Span = { readonly start: number; readonly end: number }

/**
 * How the reader of the text got at the data; recorded for people, never acted upon. Whatever
 * `@turnwise/parse` returns is assignable to it.
 */
export type ParseReport = {
  readonly kind: 'structured' | 'passthrough' | 'parse_error'
  readonly source?: { readonly form: string; readonly span: Span }
  readonly repairs?: readonly {
    readonly code: string
    readonly path: readonly (string | number)[]
    readonly span: Span
    readonly before: string
    readonly after: string
    readonly risk: 'lossless' | 'lossy' | 'guess'
  }[]
  readonly ambiguous?: boolean
  readonly complete?: boolean
  readonly truncatedAt?: number
  readonly flags: {
    readonly refusal: boolean
    readonly empty: boolean
    readonly silentFailure: boolean
    readonly truncated: boolean
  }
}

/** One reply of the agent, read: what it says to the user, what it says to the workflow, and how sure that is. */
export type ParsedTurn = {
  /** `passthrough`: nothing like data was there. `parse_error`: there was, and none of it was valid. */
  kind: 'structured' | 'passthrough' | 'parse_error'
  /** Validated data only: a deep-partial of the workflow's schema. */
  data: Record<string, unknown> | null
  nextAction: NextAction | null
  nextPrompt: string | null
  /** What the user sees, in order. */
  displayMessages: readonly DisplayMessage[]
  surface: Surface | null
  trust: Trust
  /** How sure the reading is, 0–1; independent of the trust in the surface. */
  confidence: Trust
  score: number
  /** 0–1 as the agent said it, or null. */
  agentConfidence: number | null
  step: string | null
  phase: string | null
  progress: number | null
  suggestedInputs: SuggestedInputs | null
  citations: readonly Citation[]
  /** May be non-empty on a structured turn: what was left out, and why. */
  parseErrors: readonly ParseProblem[]
  report: ParseReport | null
}

/** A message of the agent before it has an id and a time. */
export type DisplayMessage = {
  kind: 'text' | 'card' | 'image' | 'file' | 'status' | 'handoff'
  text?: string
  card?: Record<string, unknown>
  attachment?: { name: string | null; contentType: string; url: string | null }
  citations: readonly Citation[]
  suggestedActions: readonly { title: string; value: string }[]
}
