import type { Risk, Span } from '@turnwise/parse'
import type { Reading } from './reading.ts'

/** What a mark says about the text under it, besides the risk of a repair. */
export type MarkKind = Risk | 'data' | 'packaging' | 'other'

export type Mark = Span & {
  readonly kind: MarkKind
  /** What tables call it: a number for a repair, a letter for another place; empty for the rest. */
  readonly label: string
}

export const letterOf = (index: number): string => String.fromCharCode(0x41 + index)

/** Everything a reading says about places of the text, in the order the marks lie over each other. */
export function marksOf({ accepted, others, repairs }: Reading): Mark[] {
  const marks: Mark[] = []
  if (accepted !== undefined) {
    const { outer, span } = accepted.source
    if (outer.start < span.start || outer.end > span.end) {
      marks.push({ ...outer, kind: 'packaging', label: '' })
    }
    marks.push({ ...span, kind: 'data', label: '' })
  }
  for (const [index, { source }] of others.items.entries()) {
    marks.push({ ...source.span, kind: 'other', label: letterOf(index) })
  }
  for (const [index, { span, risk }] of repairs.items.entries()) {
    marks.push({ ...span, kind: risk, label: String(index + 1) })
  }
  return marks
}
