import type { RepairCode, Risk } from './repair-codes.ts'
import type { Path, Span } from './span.ts'

/** How sure a reading is, in three words; see `score` for the number behind it. */
export type Confidence = 'high' | 'medium' | 'low'

/** The packaging data was found in. */
export type SourceForm =
  | 'document'
  | 'fence'
  | 'inline_code'
  | 'tool_call'
  | 'bare'
  | 'card'
  | 'yaml'
  | 'key_value'
  | 'table'
  | 'prose'

/** Where data was found. */
export interface Source {
  readonly form: SourceForm
  /** The data alone. */
  readonly span: Span
  /** The data with its packaging: the whole fence with its ticks, the tag around a tool call. */
  readonly outer: Span
  /** The info string of a fence, lower case. */
  readonly language?: string
  /** True when the data stands inside a reasoning tag. */
  readonly reasoning: boolean
  /** The path inside an Adaptive Card, as a JSON pointer. */
  readonly cardPath?: string
}

/** One recorded edit or coercion between what was written and what is returned. */
export interface Repair {
  readonly code: RepairCode
  readonly path: Path
  readonly span: Span
  /** What was written, at most 80 characters. */
  readonly before: string
  /** What was read instead, at most 80 characters. */
  readonly after: string
  readonly risk: Risk
}

/** One reason why a value is not what the schema asks for. */
export interface ParseIssue {
  readonly path: Path
  /** A stable name: a JSON Schema keyword, `json`, `depth`, `only`, `schema`, `async_schema`, `validator`. */
  readonly rule: string
  readonly expected: string
  /** What stood there, at most 80 characters. */
  readonly got: string
  readonly message: string
}

/** A key that was written but that the schema does not keep. */
export interface ExtraKey {
  readonly path: Path
  readonly value: unknown
}

/** An array item that could not be read under the schema of the items. */
export interface DroppedItem {
  /** The path of the item as it was written. */
  readonly path: Path
  readonly value: unknown
  readonly reason: string
}

/** Another reading of the same text that also fits. */
export interface Alternative<T = unknown> {
  readonly data: T
  readonly score: number
  readonly source: Source
}

/** A span that may be data and was not accepted. */
export interface Candidate {
  readonly source: Source
  readonly value: unknown
  readonly issues: readonly ParseIssue[]
  readonly repairs: readonly Repair[]
}

/** The limits that can be reached while reading. */
export type LimitName = 'length' | 'depth' | 'candidates' | 'tokens' | 'repairs'

/** Facts about the reply that hold whatever kind of outcome it has. */
export interface OutcomeFlags {
  /** The agent declined to answer. */
  readonly refusal: boolean
  /** There was nothing but white space. */
  readonly empty: boolean
  /** `{}` where the schema declares properties: an agent's usual way to say nothing. */
  readonly silentFailure: boolean
  /** The reply ends before its data does, or the channel said so. */
  readonly truncated: boolean
  /** The limits that were reached; what lies behind them was not read. */
  readonly limits: readonly LimitName[]
}

/** Data was found and fits. */
export interface StructuredOutcome<T = unknown> {
  readonly kind: 'structured'
  readonly data: T
  readonly confidence: Confidence
  /** How sure the reading is, from 0 to 1; the trust of a surface is another matter. */
  readonly score: number
  readonly source: Source
  readonly repairs: readonly Repair[]
  readonly alternatives: readonly Alternative<T>[]
  /** True when another reading of different value is as likely as this one. */
  readonly ambiguous: boolean
  /** False when the text ended before the value did. */
  readonly complete: boolean
  /** Where the value breaks off, in UTF-16 units of the text. */
  readonly truncatedAt?: number
  readonly extra: readonly ExtraKey[]
  readonly dropped: readonly DroppedItem[]
  readonly flags: OutcomeFlags
}

/** No attempt was made: there was nothing like data. */
export interface PassthroughOutcome {
  readonly kind: 'passthrough'
  readonly flags: OutcomeFlags
}

/** Something like data was there, and none of it could be accepted. */
export interface ParseErrorOutcome {
  readonly kind: 'parse_error'
  /** Why the likeliest candidate failed. */
  readonly issues: readonly ParseIssue[]
  readonly candidates: readonly Candidate[]
  readonly flags: OutcomeFlags
}

/** What a reply was read as. */
export type Outcome<T = unknown> = StructuredOutcome<T> | PassthroughOutcome | ParseErrorOutcome
