import type { Finding } from '../find/finding.ts'
import type { DroppedItem, ExtraKey, ParseIssue, Repair } from '../outcome.ts'

/** A finding held against the schema. */
export type Judged = Fitting | Failing

export interface Fitting {
  readonly fits: true
  readonly finding: Finding
  readonly data: unknown
  readonly repairs: readonly Repair[]
  readonly dropped: readonly DroppedItem[]
  readonly extra: readonly ExtraKey[]
  /** True when a schema accepted the data. */
  readonly checked: boolean
  /** False when none of the properties was found that the schema declares. */
  readonly covered: boolean
}

export interface Failing {
  readonly fits: false
  readonly finding: Finding
  readonly repairs: readonly Repair[]
  readonly issues: readonly ParseIssue[]
}
