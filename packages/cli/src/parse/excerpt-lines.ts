import type { Repair, Source, Span } from '@turnwise/parse'
import { printable } from '../chat/printable.ts'
import type { Paint } from '../paint.ts'
import { RISK_COLOURS } from './risk-colours.ts'

const MOST_LINES = 40
const LONGEST_LINE = 160
/** Lines of the reply shown before and after the data. */
const AROUND = 1

/**
 * Shows the lines of a reply in which data stood: numbered, with a bar beside the data, and with
 * data and repairs in colour.
 */
export function excerptLines(
  text: string,
  { span, outer }: Pick<Source, 'span' | 'outer'>,
  repairs: readonly Repair[],
  paint: Paint
): string[] {
  const { lines, first, rest } = linesAround(text, outer)
  const width = String(first + lines.length).length
  const shown = lines.map((line, index) => {
    const number = paint('dim', String(first + index).padStart(width))
    const bar = touches(line, span) ? paint('cyan', '┃') : paint('dim', '│')
    const cut = line.end - line.start > LONGEST_LINE
    const visible = { start: line.start, end: cut ? line.start + LONGEST_LINE : line.end }
    return `${number} ${bar} ${painted(text, visible, span, repairs, paint)}${cut ? '…' : ''}`
  })
  return rest > 0 ? [...shown, paint('dim', `${' '.repeat(width)} ┆ ${rest} more lines`)] : shown
}

/** The lines a span touches and those around it. */
function linesAround(text: string, span: Span) {
  const all: Span[] = []
  for (let start = 0; start <= text.length; ) {
    const end = text.indexOf('\n', start)
    all.push({ start, end: end === -1 ? text.length : end })
    start = end === -1 ? text.length + 1 : end + 1
  }
  const from = Math.max(0, all.findIndex(line => line.end >= span.start) - AROUND)
  const to = all.findLastIndex(line => line.start <= span.end) + 1 + AROUND
  const lines = all.slice(from, Math.min(to, from + MOST_LINES))
  return { lines, first: from + 1, rest: Math.min(to, all.length) - from - lines.length }
}

/** One line, cut wherever its colour changes. */
function painted(
  text: string,
  line: Span,
  data: Span,
  repairs: readonly Repair[],
  paint: Paint
): string {
  const here = repairs.filter(({ span }) => touches(line, span))
  const edges = [data, ...here.map(({ span }) => span)].flatMap(({ start, end }) => [start, end])
  const cuts = [...new Set([line.start, ...edges, line.end])]
    .filter(cut => cut >= line.start && cut <= line.end)
    .sort((one, other) => one - other)
  return cuts
    .slice(1)
    .map((end, index) => {
      const piece = { start: cuts[index] ?? end, end }
      const words = printable(text.slice(piece.start, piece.end))
      const repair = innermost(here, piece)
      if (repair !== undefined) return paint(['underline', RISK_COLOURS[repair.risk]], words)
      return within(piece, data) ? paint('cyan', words) : paint('dim', words)
    })
    .join('')
}

function innermost(repairs: readonly Repair[], piece: Span): Repair | undefined {
  return repairs
    .filter(({ span }) => within(piece, span))
    .toSorted((one, other) => lengthOf(one.span) - lengthOf(other.span))[0]
}

const lengthOf = ({ start, end }: Span): number => end - start

const within = (inner: Span, outer: Span): boolean =>
  inner.start >= outer.start && inner.end <= outer.end

const touches = (line: Span, span: Span): boolean => span.start < line.end && span.end > line.start
