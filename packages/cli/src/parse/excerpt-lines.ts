import type { Repair, Source, Span } from '@turnwise/parse'
import { printable } from '../chat/printable.ts'
import type { Paint } from '../paint.ts'
import { RISK_COLOURS } from './risk-colours.ts'

const MOST_LINES = 40
const LONGEST_LINE = 160
/** Of a longer line, what is shown around each place where its colour changes, and how often. */
const CONTEXT = 40
const MOST_WINDOWS = 12
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
    const spans = [span, ...repairs.map(repair => repair.span)]
    const windows = windowsOf(line, spans)
    const pieces = windows.map(({ start, end }, nth) => {
      const gap = start > (windows[nth - 1]?.end ?? line.start) ? '…' : ''
      return `${gap}${painted(text, { start, end }, span, repairs, paint)}`
    })
    const rest = (windows.at(-1)?.end ?? line.end) < line.end ? '…' : ''
    return `${number} ${bar} ${pieces.join('')}${rest}`
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

/** The stretches of a line that are shown: all of it, or around the ends of spans. */
function windowsOf(line: Span, spans: readonly Span[]): Span[] {
  if (lengthOf(line) <= LONGEST_LINE) return [line]
  const ends = spans
    .flatMap(({ start, end }) => [start, end])
    .filter(at => at >= line.start && at <= line.end)
    .sort((one, other) => one - other)
  const windows: Span[] = []
  for (const at of ends) {
    const end = Math.min(line.end, at + CONTEXT)
    const start = Math.max(line.start, at - CONTEXT)
    const last = windows.at(-1)
    if (last === undefined || start > last.end) windows.push({ start, end })
    else if (end - last.start <= LONGEST_LINE) windows[windows.length - 1] = { ...last, end }
    else if (end > last.end) windows.push({ start: last.end, end })
  }
  if (windows.length === 0) return [{ ...line, end: line.start + LONGEST_LINE }]
  if (windows.length <= MOST_WINDOWS) return windows
  return [...windows.slice(0, MOST_WINDOWS - 1), ...windows.slice(-1)]
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
