export type { RetryPolicy } from './back-off.ts'
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type TurnCallOptions
} from './client.ts'
export { ClientProblem, type TransportCode } from './client-problem.ts'
export type { ConversationEvent } from './conversation-events.ts'
export type { TurnStream } from './turn-stream.ts'
export type { AnswerOf, AnyData, ViewOf } from './typed-answers.ts'
