import type { DroppedItem, ExtraKey, Repair } from '../outcome.ts'
import { describeValue } from '../parse-issue.ts'
import { repairOf } from '../repair.ts'
import type { Note, Notes } from './attempt.ts'

/** What a reading has to report, in the order of the value. */
export interface Report {
  readonly repairs: Repair[]
  readonly dropped: DroppedItem[]
  readonly extra: ExtraKey[]
}

/** Looks up where everything stood that was noted on the way to a value. */
export function reportOf(text: string, notes: Notes): Report {
  const report: Report = { repairs: [], dropped: [], extra: [] }
  const flat = notes.flat(Number.POSITIVE_INFINITY as 1) as readonly Note[]
  for (const { place, code, value, reason } of flat) {
    const { path } = place
    if (code === undefined) report.extra.push({ path, value })
    else {
      if (reason !== undefined) report.dropped.push({ path, value, reason })
      const span = /^key_|^null_o/.test(code) ? place.keySpan : place.node
      report.repairs.push(repairOf(code, path, text, span, reason ?? describeValue(value)))
    }
  }
  return report
}
