import type { Writable } from 'node:stream'
import { formatPath, positionAt } from '@turnwise/contracts'
import {
  type Candidate,
  locate,
  type Outcome,
  type Repair,
  type Source,
  type StructuredOutcome
} from '@turnwise/parse'
import { REPAIR_CODES } from '@turnwise/parse/repairs'
import { printableLine } from '../chat/printable.ts'
import { type Paint, paintFor } from '../paint.ts'
import { excerptLines } from './excerpt-lines.ts'
import { RISK_COLOURS } from './risk-colours.ts'
import { toJson } from './to-json.ts'

const MOST_LISTED = 50

/** Shows where in a reply data stood, what was repaired, and what else was tried. */
export function explainLines(text: string, outcome: Outcome, output: Writable): string[] {
  const paint = paintFor(output)
  if (outcome.kind === 'passthrough') return []
  if (outcome.kind === 'parse_error') {
    return outcome.candidates.flatMap(candidate => candidateLines(text, candidate, paint))
  }
  const { source, repairs, alternatives } = outcome
  return [
    '',
    ...excerptLines(text, source, repairs, paint),
    ...titled('fields', fieldLines(text, outcome), paint),
    ...titled('repairs', repairLines(text, repairs, paint), paint),
    ...titled(
      'alternatives',
      alternatives.map(({ score, source, data }) =>
        line(`${score} ${placeOf(text, source)} ${toJson(data)}`)
      ),
      paint
    )
  ]
}

// Each field is looked up by reading the text again.
const MOST_FIELDS = 20

/** Where each field of the data was written. */
function fieldLines(text: string, outcome: StructuredOutcome): string[] {
  const { data } = outcome
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return []
  return Object.entries(data)
    .slice(0, MOST_FIELDS)
    .map(([key, value]) => {
      const span = locate(text, outcome, [key])
      const at = span === undefined ? undefined : positionAt(text, span.start)
      const where = at === undefined ? '?' : `${at.line}:${at.column}`
      return line(`${where} ${formatPath([key])} = ${toJson(value)}`)
    })
}

function candidateLines(text: string, candidate: Candidate, paint: Paint): string[] {
  const { source, repairs, issues } = candidate
  return [
    '',
    paint('bold', `candidate: ${placeOf(text, source)}`),
    ...excerptLines(text, source, repairs, paint),
    ...titled('repairs', repairLines(text, repairs, paint), paint),
    ...titled(
      'does not fit',
      issues.map(({ path, expected, got }) =>
        line(`${formatPath(path)}: expected ${expected}, got ${got}`)
      ),
      paint
    )
  ]
}

function repairLines(text: string, repairs: readonly Repair[], paint: Paint): string[] {
  return repairs.map(({ code, path, span, before, after, risk }) => {
    const { line: row, column } = positionAt(text, span.start)
    const what = paint(RISK_COLOURS[risk], `${code} (${risk})`)
    const where = path.length === 0 ? '' : `${formatPath(path)}: `
    const change = before === '' && after === '' ? '' : `  ${before || '·'} → ${after || '·'}`
    return `  ${row}:${column} ${what} ${line(`${where}${REPAIR_CODES[code].does}${change}`).trim()}`
  })
}

function titled(title: string, lines: readonly string[], paint: Paint): string[] {
  if (lines.length === 0) return []
  const rest = lines.length - MOST_LISTED
  const more = rest > 0 ? [`  and ${rest} more`] : []
  return ['', paint('bold', title), ...lines.slice(0, MOST_LISTED), ...more]
}

function placeOf(text: string, { form, span, reasoning }: Source): string {
  const { line: row, column } = positionAt(text, span.start)
  return `${form} at ${row}:${column}${reasoning ? ', in reasoning' : ''}`
}

const LONGEST_LINE = 200

function line(text: string): string {
  const shown = printableLine(text)
  return `  ${shown.length > LONGEST_LINE ? `${shown.slice(0, LONGEST_LINE)}…` : shown}`
}
