import { type AgentReport, agentReport } from '@turnwise/schema'
import { formatPath } from './format-path.ts'
import { quote } from './quote.ts'
import type { ReportWarning, ReportWarningCode } from './report-reading.ts'

const LISTS = ['filesModified', 'testsWritten', 'errors', 'nextSteps'] as const

/** Lists what is odd about a report that fits its schema: fields that contradict each other first. */
export function crossCheck(report: AgentReport): readonly ReportWarning[] {
  return [...contradictions(report), ...LISTS.flatMap(list => oddEntries(report, list))]
}

/** Lists the fields a report has beyond its six. */
export function unknownFields(keys: readonly string[]): readonly ReportWarning[] {
  return keys
    .filter(key => !Object.hasOwn(agentReport.shape, key))
    .map(key =>
      warning('unknown_field', [key], `${formatPath([key])} is not a field of the report`)
    )
}

export function warning(
  code: ReportWarningCode,
  path: ReportWarning['path'],
  message: string
): ReportWarning {
  return { code, path, message }
}

function contradictions(report: AgentReport): ReportWarning[] {
  const { success, errors, filesModified, testsWritten } = report
  const blank = report.summary.trim() === ''
  const idle = filesModified.length === 0 && testsWritten.length === 0
  const found: ReportWarning[] = []
  if (success && errors.length > 0) {
    const message = `success is true, but errors names ${errors.length}: ${quote(errors[0] ?? '')}`
    found.push(warning('success_with_errors', ['success'], message))
  }
  if (success && idle && blank) {
    const message = 'success is true, but no file is named and the summary does not say why'
    found.push(warning('success_without_work', ['success'], message))
  } else if (blank) found.push(warning('blank_summary', ['summary'], 'the summary is blank'))
  if (!success && errors.length === 0) {
    const message = 'success is false, but errors does not say what went wrong'
    found.push(warning('failure_without_errors', ['errors'], message))
  }
  return found
}

function oddEntries(report: AgentReport, list: (typeof LISTS)[number]): ReportWarning[] {
  const seen = new Set<string>()
  return report[list].flatMap((entry, index) => {
    const path = [list, index]
    if (entry.trim() === '') return [warning('blank_entry', path, `${formatPath(path)} is blank`)]
    const repeats = seen.has(entry)
    seen.add(entry)
    if (!repeats) return []
    return [warning('repeated_entry', path, `${formatPath(path)} repeats ${quote(entry)}`)]
  })
}
