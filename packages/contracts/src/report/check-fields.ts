import { type AgentReport, agentReport } from '@turnwise/schema'
import type { z } from 'zod'
import { formatPath } from './format-path.ts'
import { describe } from './quote.ts'
import type { ReportProblem, ReportProblemKind } from './report-reading.ts'

/** A JSON value held against the contract. */
export type CheckedFields =
  | { readonly fits: true; readonly report: AgentReport; readonly keys: readonly string[] }
  | { readonly fits: false; readonly problems: readonly ReportProblem[] }

const ORDER: readonly ReportProblemKind[] = ['missing_field', 'wrong_type', 'bad_value']

/** Holds a JSON value against the contract and lists all that is wrong: missing, types, values. */
export function checkFields(value: unknown): CheckedFields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = `the report is ${describe(value)}, not an object`
    return { fits: false, problems: [{ kind: 'not_an_object', path: [], message }] }
  }
  const checked = agentReport.safeParse(value, { reportInput: true })
  if (checked.success) return { fits: true, report: checked.data, keys: Object.keys(value) }
  const problems = checked.error.issues.map(issue => problemOf(issue, value))
  return {
    fits: false,
    problems: problems.toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind))
  }
}

/** Says that a required field is not there. */
export function missingField(path: ReportProblem['path']): ReportProblem {
  return { kind: 'missing_field', path, message: `${formatPath(path)} is missing` }
}

/** Says that a text has more characters than it may, and how many where that is known. */
export function tooLong(
  path: ReportProblem['path'],
  most: number | bigint | string,
  length?: number
): ReportProblem {
  const has = length === undefined ? 'more' : `${length} characters, more`
  return {
    kind: 'bad_value',
    path,
    message: `${formatPath(path)} has ${has} than the ${most} allowed`
  }
}

/** Says that a field is of another type than the contract has it. */
export function wrongType(
  path: ReportProblem['path'],
  expected: string,
  got: string
): ReportProblem {
  const message = `${formatPath(path)} is ${got}, not ${WANTED[expected] ?? expected}`
  return { kind: 'wrong_type', path, message }
}

function problemOf(issue: z.core.$ZodIssue, value: object): ReportProblem {
  const path = issue.path.map(step => (typeof step === 'symbol' ? String(step) : step))
  const [field] = path
  if (path.length === 1 && !Object.hasOwn(value, String(field))) return missingField(path)
  const at = formatPath(path)
  if (issue.code === 'invalid_type') {
    return wrongType(path, issue.expected, describe(issue.input))
  }
  if (issue.code === 'too_big') {
    const length = typeof issue.input === 'string' ? [...issue.input].length : undefined
    return tooLong(path, issue.maximum, length)
  }
  return { kind: 'bad_value', path, message: `${at}: ${issue.message}` }
}

const WANTED: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  string: 'a string',
  array: 'a list of strings'
}
