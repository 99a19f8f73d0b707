export {
  CARD_ACTIONS,
  type CardAction,
  type CardActionName,
  type CardChoice,
  type CardInput,
  type CardRefusal,
  type CardRemoval,
  type CardRemovalReason,
  listActions,
  listInputs,
  type MergedSubmit,
  mergeSubmit,
  nameActions,
  type SanitiseCardOptions,
  type SanitisedCard,
  type SubmitIssue,
  sanitiseCard
} from './card/index.ts'
export { type Citation, citation } from './contract/citation.ts'
export { type Envelope, envelope, envelopeKeys } from './contract/envelope.ts'
export { type NextAction, nextAction } from './contract/next-action.ts'
export type {
  DisplayMessage,
  ParsedTurn,
  ParseProblem,
  ParseReport,
  Surface,
  Trust
} from './contract/parsed-turn.ts'
export { type SuggestedInputs, suggestedInputs } from './contract/suggested-inputs.ts'
export { fieldLabel } from './field-label.ts'
export { type AgentReport, agentReport, LONGEST_SUMMARY } from './report/agent-report.ts'
export { type SafeHrefOptions, safeHref } from './safe-href.ts'
export {
  type ContextFacts,
  markWords,
  neutralise,
  type ParsedTemplate,
  parseTemplate,
  QUERY_FORMATS,
  type QueryFormat,
  type QueryFormatName,
  type QueryTemplate,
  type QueryText,
  type ReadQuery,
  readQuery,
  SECTION_NAMES,
  type SectionName,
  splitSystem,
  stripInvisible,
  type TagNames,
  TEMPLATE_SLOTS,
  type TemplateSlot,
  tagNames,
  writeContextLines,
  writeSection
} from './tag-grammar/index.ts'
export {
  type ConversationList,
  type ConversationSummary,
  type ConversationView,
  conversationList,
  conversationSummary,
  conversationView,
  type WorkflowList,
  workflowList
} from './wire/conversation.ts'
export { type HistoryEntry, type HistoryPage, historyEntry, historyPage } from './wire/history.ts'
export { type LiveEvent, type LiveEventName, liveEventData } from './wire/live-event.ts'
export { type Message, message } from './wire/message.ts'
export { type Problem, problem, type RetryAdvice, retryAdvice } from './wire/problem.ts'
export {
  type CardActionRequest,
  cardActionRequest,
  conversationId,
  type ForkRequest,
  forkRequest,
  type OrchestrateRequest,
  orchestrateRequest,
  type SendRequest,
  type StartRequest,
  sendRequest,
  startRequest,
  type WorkflowContext,
  workflowContext
} from './wire/requests.ts'
export {
  extractedPayload,
  type TurnAnswer,
  type TurnOutcome,
  turnAnswer,
  turnOutcome
} from './wire/turn-answer.ts'
export { type WorkflowState, workflowState } from './wire/workflow-state.ts'
