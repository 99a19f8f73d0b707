import type { Confidence, Path, Repair, Source } from '@turnwise/parse'
import type { AgentReport } from '@turnwise/schema'

/**
 * What is wrong with a text that should be a report, in the order in which it is told:
 * `too_large`: more than is read of a report; `not_json`: prose, a fence, broken JSON;
 * `not_an_object`: JSON of another kind; then fields that are missing, of the wrong type, or too long.
 */
export type ReportProblemKind =
  | 'too_large'
  | 'not_json'
  | 'not_an_object'
  | 'missing_field'
  | 'wrong_type'
  | 'bad_value'

/** One reason why a text is not a report. */
export interface ReportProblem {
  readonly kind: ReportProblemKind
  /** Where in the report; empty for the whole. */
  readonly path: Path
  /** One sentence for the agent and for people; quotes at most 60 characters of the reply. */
  readonly message: string
}

/**
 * What is odd about a report that can be read: `unknown_field`, `repeated_key`, `blank_entry`,
 * `repeated_entry` and `blank_summary` about one field; the `success_…` and `failure_…` codes about
 * fields that contradict each other; `ambiguous`, `incomplete` and `item_dropped` about a tolerant
 * reading.
 */
export type ReportWarningCode =
  | 'unknown_field'
  | 'repeated_key'
  | 'blank_entry'
  | 'repeated_entry'
  | 'blank_summary'
  | 'success_with_errors'
  | 'success_without_work'
  | 'failure_without_errors'
  | 'ambiguous'
  | 'incomplete'
  | 'item_dropped'

/** One thing a person should look at, although the report is valid. */
export interface ReportWarning {
  readonly code: ReportWarningCode
  readonly path: Path
  readonly message: string
}

/** A report, with how sure its reading is. */
export interface ValidReport {
  readonly kind: 'valid'
  /** The six fields, and whatever else was sent. */
  readonly report: AgentReport
  readonly warnings: readonly ReportWarning[]
  /** Always `high` in strict mode. */
  readonly confidence: Confidence
  /** How sure the reading is, from 0 to 1. */
  readonly score: number
  /** What was mended or converted; always empty in strict mode. */
  readonly repairs: readonly Repair[]
  /** Where in the text the report stood. */
  readonly source: Source
}

/** Not a report, with every reason why. */
export interface InvalidReport {
  readonly kind: 'invalid'
  /** Never empty. */
  readonly problems: readonly ReportProblem[]
}

/** What a text was read as. */
export type ReportReading = ValidReport | InvalidReport
