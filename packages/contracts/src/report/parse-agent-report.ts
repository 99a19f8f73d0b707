import {
  type Limits,
  type Outcome,
  type ParseIssue,
  parseReply,
  type StructuredOutcome
} from '@turnwise/parse'
import { type AgentReport, agentReport } from '@turnwise/schema'
import { z } from 'zod'
import { checkFields, missingField, tooLong, wrongType } from './check-fields.ts'
import { crossCheck, unknownFields, warning } from './cross-check.ts'
import { formatPath } from './format-path.ts'
import { notJson, withoutReport } from './not-json.ts'
import { repeatedKeys } from './repeated-keys.ts'
import type {
  InvalidReport,
  ReportProblem,
  ReportReading,
  ReportWarning,
  ValidReport
} from './report-reading.ts'

/** How a report is read: `strict` wants JSON and nothing else, `tolerant` finds and mends it. */
export interface ParseAgentReportOptions {
  readonly mode: 'strict' | 'tolerant'
}

/** The longest text read as a report, in UTF-16 code units. */
export const LONGEST_REPORT = 262_144

const LIMITS: Partial<Limits> = { length: LONGEST_REPORT }

/**
 * Reads the report of a coding agent; it never throws, whatever comes in.
 *
 * Strict mode accepts exactly the texts that `JSON.parse` reads as an object with the six fields of
 * the contract, up to `LONGEST_REPORT` units and 64 levels of nesting. Tolerant mode finds the
 * report in prose and mends it, but neither mode invents a field or shortens a summary.
 *
 * @returns `valid` with the report and what is odd about it, or `invalid` with every problem
 * @see requirements A1, A2 and A4
 */
export function parseAgentReport(text: string, { mode }: ParseAgentReportOptions): ReportReading {
  if (text.length > LONGEST_REPORT) {
    return invalid([tooLarge(`the reply has ${text.length} characters, at most ${LONGEST_REPORT}`)])
  }
  return mode === 'strict' ? readStrictly(text) : readTolerantly(text)
}

function readStrictly(text: string): ReportReading {
  const whole = parseReply(text, { strict: true, limits: LIMITS })
  if (whole.flags.limits.includes('depth')) return invalid([tooLarge('the JSON nests too deep')])
  if (whole.kind !== 'structured') return invalid(notJson(text, LIMITS))
  const checked = checkFields(whole.data)
  return checked.fits
    ? valid(text, checked.report, whole, unknownFields(checked.keys))
    : invalid(checked.problems)
}

function readTolerantly(text: string): ReportReading {
  const outcome: Outcome<AgentReport> = parseReply(text, { schema: agentReport, limits: LIMITS })
  switch (outcome.kind) {
    case 'structured':
      return valid(text, outcome.data, outcome, readingWarnings(outcome))
    case 'parse_error':
      return invalid(lengthProblems(text) ?? outcome.issues.map(problemOf))
    case 'passthrough':
      return invalid([withoutReport(text, outcome.flags)])
  }
}

function valid(
  text: string,
  report: AgentReport,
  { confidence, score, repairs, source, complete }: StructuredOutcome,
  found: readonly ReportWarning[]
): ValidReport {
  // Where nothing was mended the span is valid JSON, which alone can be searched for repeated keys.
  const isJson = complete && repairs.length === 0 && text[source.span.start] === '{'
  const repeated = isJson ? repeatedKeys(text.slice(source.span.start, source.span.end)) : []
  const warnings = [
    ...crossCheck(report),
    ...repeated.map(key =>
      warning('repeated_key', [key], `${formatPath([key])} is written twice; the last one counts`)
    ),
    ...found
  ]
  return { kind: 'valid', report, warnings, confidence, score, repairs, source }
}

function invalid(problems: readonly ReportProblem[]): InvalidReport {
  return { kind: 'invalid', problems }
}

function tooLarge(message: string): ReportProblem {
  return { kind: 'too_large', path: [], message }
}

function readingWarnings(outcome: StructuredOutcome<AgentReport>): readonly ReportWarning[] {
  const { data, extra, dropped, ambiguous, complete, alternatives } = outcome
  return [
    ...unknownFields(Object.keys(data)),
    ...extra.map(({ path }) =>
      warning('unknown_field', path, `${formatPath(path)} is not a field of the report`)
    ),
    ...dropped.map(({ path, reason }) =>
      warning('item_dropped', path, `${formatPath(path)} was left out: ${reason}`)
    ),
    ...(ambiguous
      ? [warning('ambiguous', [], `another report stands in the text (${alternatives.length})`)]
      : []),
    ...(complete ? [] : [warning('incomplete', [], 'the reply breaks off inside the report')])
  ]
}

/** The report without a limit on the length of its summary: a text that fits it can be told how long it is. */
const OF_ANY_LENGTH = agentReport.extend({ summary: z.string() })

/** Says what is too long in a report with which nothing else is wrong. */
function lengthProblems(text: string): readonly ReportProblem[] | undefined {
  const outcome = parseReply(text, { schema: OF_ANY_LENGTH, limits: LIMITS })
  const checked = outcome.kind === 'structured' ? checkFields(outcome.data) : undefined
  return checked?.fits === false ? checked.problems : undefined
}

function problemOf({ path, rule, expected, got }: ParseIssue): ReportProblem {
  if (rule === 'required') return missingField(path)
  if (path.length === 0) {
    const message = `the report is ${plain(got)}, not an object`
    return { kind: 'not_an_object', path, message }
  }
  if (rule === 'type') return wrongType(path, expected, plain(got))
  if (rule === 'maxLength') return tooLong(path, `${expected.replace('maxLength ', '')} characters`)
  const message = `${formatPath(path)}: expected ${expected}, got ${got}`
  return { kind: 'bad_value', path, message }
}

/** What the reader calls a value, in the words of strict mode; texts are quoted, and so left alone. */
const plain = (got: string): string =>
  got.replace(/^array of .*/s, 'a list').replace(/^object with .*/s, 'an object')
