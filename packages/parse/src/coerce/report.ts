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
  collect(text, notes, report)
  return report
}

function collect(text: string, notes: Notes, report: Report): void {
  for (const note of notes) {
    if ('place' in note) add(text, note, report)
    else collect(text, note, report)
  }
}

function add(text: string, { place, code, value, reason }: Note, report: Report): void {
  const { path } = place
  if (code === undefined) {
    report.extra.push({ path, value })
    return
  }
  if (reason !== undefined) report.dropped.push({ path, value, reason })
  const ofKey = /^key_|^null_omitted$/.test(code)
  const span = ofKey ? place.keySpan : place.node
  report.repairs.push(repairOf(code, path, text, span, reason ?? describeValue(value)))
}
