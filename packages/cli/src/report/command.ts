import type { Readable, Writable } from 'node:stream'
import { guidance, parseAgentReport } from '@turnwise/contracts'
import { readText, UnreadableText } from '../read-text.ts'
import { checkClaims } from './claims/check-claims.ts'
import type { ClaimCheck } from './claims/claim-check.ts'
import { reportLines } from './report-lines.ts'

export interface ReportCheckCommand {
  /** A path, or `-` for the input. */
  readonly file: string
  readonly strict?: boolean
  /** A folder of the work tree the claims are held against; they are not checked when absent. */
  readonly git?: string
  /** With `git`: the revision the work tree is compared with; `HEAD` when absent. */
  readonly base?: string
  /** With `git`: true when a changed file that the report does not name counts as a claim that does not hold. */
  readonly complete?: boolean
  readonly json?: boolean
  readonly input: Readable
  readonly output: Writable
  readonly errors: Writable
}

/** The exit codes of `turnwise report check`. */
export const REPORT_EXIT_CODES = {
  valid: 0,
  invalid: 1,
  /** Wrong usage, an unreadable file, or a work tree that cannot be compared. */
  unchecked: 2,
  claimsDoNotHold: 3
} as const

/**
 * Runs `turnwise report check`.
 *
 * A valid report that says `success: false` is valid: whether the work is done is in the report.
 *
 * @returns the exit code, one of `REPORT_EXIT_CODES`
 * @see docs/agent-report.md
 */
export async function reportCheckCommand(command: ReportCheckCommand): Promise<number> {
  const { file, git, base, strict, complete = false, json, input, output, errors } = command
  const needing = complete ? '--complete' : base === undefined ? null : '--base'
  if (git === undefined && needing !== null) {
    errors.write(`${needing} needs --git <folder>: without it no claim is checked.\n`)
    return REPORT_EXIT_CODES.unchecked
  }
  let text: string
  try {
    text = await readText(file, input)
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error
    errors.write(`${error.message}\n`)
    return REPORT_EXIT_CODES.unchecked
  }
  const mode = strict ? 'strict' : 'tolerant'
  const reading = parseAgentReport(text, { mode })
  const claims =
    reading.kind === 'valid' && git !== undefined
      ? await checkClaims(reading.report, git, base === undefined ? {} : { base })
      : null
  const exitCode = exitCodeOf(reading.kind, claims, complete)
  if (json) {
    const told = reading.kind === 'invalid' ? { guidance: guidance(reading) } : {}
    output.write(`${JSON.stringify({ mode, ...reading, ...told, claims, exitCode }, null, 2)}\n`)
  } else {
    for (const line of reportLines({ mode, reading, claims, text, output })) {
      output.write(`${line}\n`)
    }
  }
  return exitCode
}

function exitCodeOf(
  kind: 'valid' | 'invalid',
  claims: ClaimCheck | null,
  complete: boolean
): number {
  if (kind === 'invalid') return REPORT_EXIT_CODES.invalid
  if (claims === null) return REPORT_EXIT_CODES.valid
  if (claims.kind === 'unchecked') return REPORT_EXIT_CODES.unchecked
  const everyFileNamed = !complete || claims.unreported.length === 0
  return claims.holds && everyFileNamed
    ? REPORT_EXIT_CODES.valid
    : REPORT_EXIT_CODES.claimsDoNotHold
}
