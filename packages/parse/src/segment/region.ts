import type { SourceForm } from '../outcome.ts'
import type { Span } from '../span.ts'

/** A part of a reply that may hold data, before anybody has read it. */
export interface Region {
  readonly form: Extract<SourceForm, 'fence' | 'inline_code' | 'tool_call' | 'bare'>
  /** Without the packaging. The end of a bare region is a proposal. */
  readonly span: Span
  /** With the packaging. */
  readonly outer: Span
  readonly language?: string
  /** False when the closing fence or bracket is missing. */
  readonly closed: boolean
}

/** A stretch of text inside reasoning tags. */
export type Reasoning = Span
