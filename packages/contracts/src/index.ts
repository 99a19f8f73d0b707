export { formatPath } from './report/format-path.ts'
export { guidance } from './report/guidance.ts'
export { AGENT_REPORT_INSTRUCTIONS } from './report/instructions.ts'
export {
  LONGEST_REPORT,
  type ParseAgentReportOptions,
  parseAgentReport
} from './report/parse-agent-report.ts'
export { positionAt } from './report/position.ts'
export type {
  InvalidReport,
  ReportProblem,
  ReportProblemKind,
  ReportReading,
  ReportWarning,
  ReportWarningCode,
  ValidReport
} from './report/report-reading.ts'
