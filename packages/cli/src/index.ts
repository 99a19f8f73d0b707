export { type ChatCommand, chatCommand } from './chat/command.ts'
export { type HistoryExportCommand, historyExportCommand } from './history/export-command.ts'
export { type ForkCommand, forkCommand } from './history/fork-command.ts'
export { REPLAY_EXIT_CODES, type ReplayCommand, replayCommand } from './history/replay-command.ts'
export { PARSE_EXIT_CODES, type ParseCommand, parseCommand } from './parse/command.ts'
export { type CheckClaimsOptions, checkClaims } from './report/claims/check-claims.ts'
export type {
  Change,
  CheckedClaims,
  Claim,
  ClaimCheck,
  ClaimCheckObstacle,
  ClaimVerdict,
  UncheckedClaims,
  Unreported
} from './report/claims/claim-check.ts'
export {
  REPORT_EXIT_CODES,
  type ReportCheckCommand,
  reportCheckCommand
} from './report/command.ts'
