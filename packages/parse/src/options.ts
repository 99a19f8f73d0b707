import type { Schema } from './schema/standard-schema.ts'

/** How much of a reply is read; what lies behind a limit is flagged, never an exception. */
export interface Limits {
  /** UTF-16 units of text. Default 1,048,576. */
  readonly length: number
  /** Levels of nesting. Default 64, at most 512. */
  readonly depth: number
  /** Spans tried as data. Default 64. */
  readonly candidates: number
  /** Tokens the tolerant reader takes. Default 500,000. */
  readonly tokens: number
}

/** What the text is taken for. */
export type Mode = 'reply' | 'document'

/** Which of several fitting candidates is taken. */
export type Pick = 'best' | 'first' | 'last' | 'only'

/** Options of `parseReply` and `createReplyStream`. */
export interface ParseOptions<S extends Schema = Schema> {
  /**
   * What the data must fit: a Standard Schema, with or without JSON Schema, or a plain JSON Schema.
   * One that answers later is the issue `async_schema`, and its rejections are its own to catch.
   */
  readonly schema?: S
  /** `reply` finds data in what an agent said; `document` reads the whole text as one broken JSON document. */
  readonly mode?: Mode
  /** `only` refuses when two different values fit. Default `best`. */
  readonly pick?: Pick
  /** True accepts nothing but valid JSON that fits, without undeclared keys, as the whole text. */
  readonly strict?: boolean
  /** Those left out, and those that are no number from 0 on, are as in `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits>
  /** Why the model stopped, in the words of its provider: `length`, `max_tokens` and `incomplete` mean truncated. */
  readonly finishReason?: string
  /** What becomes of a key whose value is missing at the end: dropped, or completed to null. Default `drop`. */
  readonly incomplete?: 'drop' | 'null'
}

/** The limits of a call that names none. */
export const DEFAULT_LIMITS: Limits = {
  length: 1_048_576,
  depth: 64,
  candidates: 64,
  tokens: 500_000
}

// Values of this depth are walked by functions that call themselves, once a level.
export const DEEPEST = 512

export function resolveLimits(limits: Partial<Limits> | null | undefined): Limits {
  if (limits == null) return DEFAULT_LIMITS
  const resolved: Record<keyof Limits, number> = { ...DEFAULT_LIMITS }
  for (const name of Object.keys(resolved) as (keyof Limits)[]) {
    const limit = limits[name]
    if (typeof limit === 'number' && limit >= 0) resolved[name] = limit
  }
  resolved.depth = Math.min(resolved.depth, DEEPEST)
  return resolved
}
