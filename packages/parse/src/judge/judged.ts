import type { Finding } from '../find/finding.ts'
import type { DroppedItem, ExtraKey, ParseIssue } from '../outcome.ts'

/** A finding held against the schema. */
export type Judged = Fitting | Failing

export interface Fitting extends Finding {
  readonly fits: true
  readonly data: unknown
  readonly dropped: readonly DroppedItem[]
  readonly extra: readonly ExtraKey[]
  /** True when a schema accepted the data. */
  readonly checked: boolean
  /** False when none of the properties was found that the schema declares. */
  readonly covered: boolean
}

export interface Failing extends Finding {
  readonly fits: false
  readonly issues: readonly ParseIssue[]
}
