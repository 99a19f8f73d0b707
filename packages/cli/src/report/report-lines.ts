import type { Writable } from 'node:stream'
import {
  guidance,
  type InvalidReport,
  positionAt,
  type ReportReading,
  type ValidReport
} from '@turnwise/contracts'
import { printableLine } from '../chat/printable.ts'
import { type Paint, paintFor } from '../paint.ts'
import type { CheckedClaims, Claim, ClaimCheck, ClaimVerdict } from './claims/claim-check.ts'

export interface ShownReport {
  readonly mode: 'strict' | 'tolerant'
  readonly reading: ReportReading
  readonly claims: ClaimCheck | null
  readonly text: string
  /** Colours are used where this is a terminal that wants them. */
  readonly output: Writable
}

const MOST_LISTED = 50

/** Shows a reading and its claims to people, line by line. */
export function reportLines({ mode, reading, claims, text, output }: ShownReport): string[] {
  const paint = paintFor(output)
  if (reading.kind === 'invalid') return invalidLines(reading, mode, paint)
  return [...validLines(reading, mode, text, paint), ...claimLines(claims, paint)]
}

function invalidLines(reading: InvalidReport, mode: string, paint: Paint): string[] {
  return [
    paint('red', `✗ not an agent report (${mode})`),
    ...list(reading.problems, ({ message }) => `  ${printableLine(message)}`),
    '',
    paint('dim', 'For the agent:'),
    ...guidance(reading)
      .split('\n')
      .map(line => `  ${printableLine(line)}`)
  ]
}

function validLines(reading: ValidReport, mode: string, text: string, paint: Paint): string[] {
  const { report, confidence, score, repairs, warnings } = reading
  const sure = mode === 'strict' ? '' : `, ${confidence} confidence (${score})`
  return [
    paint('green', `✓ an agent report (${mode}${sure})`),
    `  ${report.success ? 'success' : paint('yellow', 'no success')}: ${printableLine(report.summary)}`,
    ...list(repairs, ({ code, span, before, after, risk }) => {
      const { line, column } = positionAt(text, span.start)
      const change = printableLine(`${before} → ${after}`)
      return paint('dim', `  repaired ${line}:${column} ${code} (${risk}) ${change}`)
    }),
    ...list(warnings, ({ message }) => paint('yellow', `  warning: ${printableLine(message)}`))
  ]
}

function claimLines(claims: ClaimCheck | null, paint: Paint): string[] {
  if (claims === null) return []
  if (claims.kind === 'unchecked') {
    return ['', paint('red', `✗ claims not checked: ${printableLine(claims.message)}`)]
  }
  const wrong = claims.claims.filter(({ holds }) => !holds)
  return [
    '',
    wrong.length === 0
      ? paint('green', `✓ ${claims.claims.length} claims hold`)
      : paint('red', `✗ ${wrong.length} of ${claims.claims.length} claims do not hold`),
    paint('dim', `  ${printableLine(claims.tree)} compared with ${claims.base ?? 'nothing'}`),
    ...list(wrong, claim => `  ${claimed(claim)} ${WRONG[claim.verdict] ?? claim.verdict}`),
    ...unreportedLines(claims, paint)
  ]
}

function unreportedLines({ unreported }: CheckedClaims, paint: Paint): string[] {
  return list(unreported, ({ path, change }) =>
    paint('yellow', `  not in the report: ${printableLine(path)} (${change})`)
  )
}

const claimed = ({ field, index, claimed }: Claim): string =>
  `${field}[${index}] ${printableLine(JSON.stringify(claimed))}`

const WRONG: Partial<Record<ClaimVerdict, string>> = {
  deleted: 'was deleted',
  unchanged: 'is not changed',
  missing: 'does not exist',
  ignored: 'is ignored by git',
  folder: 'is a folder; a report names files',
  outside: 'is not in the work tree',
  nested: 'lies in another repository or behind a link',
  not_a_path: 'is not a path'
}

function list<Item>(items: readonly Item[], line: (item: Item) => string): string[] {
  const rest = items.length - MOST_LISTED
  return [...items.slice(0, MOST_LISTED).map(line), ...(rest > 0 ? [`  and ${rest} more`] : [])]
}
