import {
  type Limits,
  type OutcomeFlags,
  parseReply,
  type Repair,
  type StructuredOutcome
} from '@turnwise/parse'
import { REPAIR_CODES } from '@turnwise/parse/repairs'
import { agentReport } from '@turnwise/schema'
import { checkFields } from './check-fields.ts'
import { positionAt } from './position.ts'
import { quote } from './quote.ts'
import type { ReportProblem } from './report-reading.ts'

/**
 * Says what is wrong with a text that is not JSON as a whole.
 *
 * Where a report stands in it nevertheless, in a fence, in prose or with mistakes, its fields are
 * checked as well: the agent learns everything at once.
 */
export function notJson(text: string, limits: Partial<Limits>): readonly ReportProblem[] {
  const found = parseReply(text, { limits })
  if (found.kind !== 'structured' || !resemblesReport(found.data)) {
    return [withoutReport(text, found.flags)]
  }
  const fields = checkFields(found.data)
  const reasons = [...packaging(text, found), ...mistakes(text, found)]
  if (reasons.length === 0) reasons.push('the reply is not JSON as it stands')
  return [...reasons.map(notJsonBecause), ...(fields.fits ? [] : fields.problems)]
}

/** Says what came where a report should have: nothing, a refusal, or prose. */
export function withoutReport(text: string, { empty, refusal }: OutcomeFlags): ReportProblem {
  if (empty) return notJsonBecause('the reply is empty')
  const what = refusal ? 'declines instead of reporting' : 'is prose, not JSON'
  return notJsonBecause(`the reply ${what}: ${quote(text)}`)
}

function notJsonBecause(message: string): ReportProblem {
  return { kind: 'not_json', path: [], message }
}

function resemblesReport(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false
  return Object.keys(agentReport.shape).some(field => Object.hasOwn(data, field))
}

const PACKAGING: Readonly<Record<string, string>> = {
  fence: 'the JSON stands in a Markdown fence',
  inline_code: 'the JSON stands in backticks',
  tool_call: 'the JSON stands in a tool call'
}

function packaging(text: string, { source }: StructuredOutcome): string[] {
  const before = text.slice(0, source.outer.start)
  const after = text.slice(source.outer.end)
  const wrapped = PACKAGING[source.form]
  return [
    ...[before, after].flatMap(beside).slice(0, 1),
    ...(wrapped === undefined ? [] : [wrapped])
  ]
}

function beside(around: string): string[] {
  if (around.trim() !== '') return [`there is text beside the JSON: ${quote(around)}`]
  // JSON allows fewer kinds of white space than `trim` takes: no byte order mark, for example.
  const invisible = /[^ \t\n\r]/u.exec(around)?.[0].codePointAt(0)
  if (invisible === undefined) return []
  const code = invisible.toString(16).toUpperCase().padStart(4, '0')
  return [`there is an invisible character beside the JSON: U+${code}`]
}

const MOST_MISTAKES = 20

function mistakes(text: string, { repairs, truncatedAt }: StructuredOutcome): string[] {
  // What is mended at the very end only closes what broke off.
  const made = repairs.filter(({ span }) => truncatedAt === undefined || span.end < truncatedAt)
  const told = made.slice(0, MOST_MISTAKES).map(repair => mistake(text, repair))
  const rest = made.length - told.length
  return [
    ...told,
    ...(rest > 0 ? [`the JSON has ${rest} more mistakes`] : []),
    ...(truncatedAt === undefined ? [] : ['the JSON breaks off before its end'])
  ]
}

function mistake(text: string, { code, span }: Repair): string {
  const { line, column } = positionAt(text, span.start)
  return `the JSON has a mistake in line ${line}, column ${column}: a reader ${REPAIR_CODES[code].does}`
}
