export { locate } from './locate.ts'
export type { Limits, Mode, ParseOptions, Pick } from './options.ts'
export { DEFAULT_LIMITS } from './options.ts'
export type {
  Alternative,
  Candidate,
  Confidence,
  DroppedItem,
  ExtraKey,
  LimitName,
  Outcome,
  OutcomeFlags,
  ParseErrorOutcome,
  ParseIssue,
  PassthroughOutcome,
  Repair,
  Source,
  SourceForm,
  StructuredOutcome
} from './outcome.ts'
export { parseReply } from './parse-reply.ts'
export type { RepairCode, Risk } from './repair-codes.ts'
export type {
  InferData,
  JsonSchema,
  Schema,
  StandardIssue,
  StandardResult,
  StandardSchema
} from './schema/standard-schema.ts'
export type { Path, Span } from './span.ts'
export { createReplyStream, type ReplyStream, type StreamUpdate } from './stream/reply-stream.ts'
export { textWithoutData } from './text-without-data.ts'
