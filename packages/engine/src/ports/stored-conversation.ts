import type { Message, ParsedTurn, TurnOutcome } from '@turnwise/schema'
import type { Operation } from 'rfc6902'
import type { ErrorCode, ErrorDetails } from '../errors.ts'
import type { ConversationState } from '../workflow/state.ts'
import type { ChannelHandles, Usage } from './channel.ts'

/** A conversation together with who asks for it; another user's or tenant's is as good as unknown. */
export type Address = { tenant: string; user: string; conversation: string }

export type Route = 'start' | 'send' | 'card-action' | 'orchestrate' | 'notice'

/** A workflow at the version a conversation was started with. */
export type WorkflowReference = { id: string; version: number }

/** The turn of another conversation from which a new one goes on, and what had been said by then. */
export type Fork = {
  conversation: string
  turn: number
  /** Hash of that turn's entry. */
  hash: string
  messages: readonly Message[]
}

/** What the user did, as it was admitted. */
export type TurnInput =
  | {
      kind: 'start'
      locale: string
      seed: { step?: string; data?: Record<string, unknown> }
      fork?: Fork
    }
  | { kind: 'text'; text: string; constraints: readonly string[] }
  /** Nobody did anything: the reply to turn `of` came after that had ended. */
  | { kind: 'notice'; of: number; reply: Reply }
  | {
      kind: 'card'
      cardId: string
      actionId: string | null
      inputs: Record<string, string | number | boolean | null>
    }

/** One reply of the agent as it arrived: written before it is parsed, never rewritten. */
export type Reply = {
  ask: number
  /** Each activity as the JSON text that arrived. */
  activities: readonly string[]
  /** False when the reply was cut, stopped or timed out: what is here is a part. */
  whole: boolean
  /** Read back after a crash instead of received. */
  recovered: boolean
  /** The far side's conversation id after this reply. */
  ref: string | null
  receivedAt: string
  /** From the first byte sent to the last received. */
  milliseconds: number
  /** What it took, where the channel tells. */
  usage?: Usage
}

/** Why a turn failed, in the words a client may read. */
export type Failure = { code: ErrorCode; message: string; details: ErrorDetails }

/**
 * `waiting` in the queue › `started` admitted, nothing sent › `asking` marked before the first byte
 * was sent › `replied` journaled › terminal. The last three are terminal and never left, but for
 * `failed-retryable`, which may start again under the same key because nothing had been done.
 */
export type RecordState =
  | 'waiting'
  | 'started'
  | 'asking'
  | 'replied'
  | 'entered'
  | 'failed-retryable'
  | 'failed-final'

/**
 * Everything needed to finish a turn on another worker. Once it has ended it only leads to its
 * answer: input, queries, replies and handles are dropped, because the entry has them.
 */
export type TurnRecord = {
  tid: string
  route: Route
  fingerprint: string
  /** Null once the turn has ended. */
  input: TurnInput | null
  state: RecordState
  /** Follows the conversation until something has been sent. */
  workflow: WorkflowReference
  /** Version of the conversation the turn was granted on; its entry is number `base + 1`. */
  base: number | null
  attempts: number
  admittedAt: string
  /** The query as it was sent, by ask, with its nonce. */
  queries: readonly string[]
  handles: ChannelHandles | null
  /** The first reply of each ask. */
  replies: readonly Reply[]
  /** A reply that came after the turn had ended. */
  late: Reply | null
  /** Number of the entry, once there is one. */
  turn: number | null
  failure: Failure | null
  /** Which grant ended it; a repeat of the call that did is recognised by it. */
  end: TurnEnd | null
  /**
   * Milliseconds since the epoch. Waiting: when it has waited too long. Ended: when its key is
   * forgotten, null to keep for ever. In between null.
   */
  expiresAt: number | null
}

/** The fence a turn ended under, and the one of the turn that was granted with its end. */
export type TurnEnd = { fence: number; next: number | null }

/** A turn that can still be run. */
export type UnfinishedRecord = TurnRecord & { input: TurnInput }

/** What changes from turn to turn, and who may change it. */
export type Head = {
  address: Address
  title: string
  /** Number of the last entry; 0 before the greeting. */
  version: number
  /** Hash of the last entry. */
  hash: string
  /** Rises with every grant; a writer with an older one is refused. */
  fence: number
  lease: { owner: string; until: number } | null
  /** The turn in flight. */
  tid: string | null
  /** Somebody asked to stop the turn in flight. */
  cancel: boolean
  /** Turns waiting, in the order of their admission. */
  queue: readonly string[]
  /** The one of the last entry, so that a turn can move its conversation to another version. */
  workflow: WorkflowReference
  /** The far side's conversation id. */
  ref: string | null
  locale: string
  state: ConversationState
  createdAt: string
  lastTurnAt: string
  /** Store time in milliseconds; null to keep for ever. */
  expiresAt: number | null
}

/** One committed turn. Appended, never rewritten; carries the hash of the entry before. */
export type Entry = {
  turn: number
  tid: string
  route: Route
  outcome: TurnOutcome
  input: TurnInput
  workflow: WorkflowReference
  /** The queries sent, by ask. */
  queries: readonly string[]
  replies: readonly Reply[]
  /** How each whole reply could be read, by ask; the turn went by the last that was `structured`. */
  readings?: readonly { ask: number; kind: ParsedTurn['kind']; valid: boolean }[]
  parsed: ParsedTurn | null
  failure: Failure | null
  messages: readonly Message[]
  /** RFC 6902 operations from the state before to the state after. */
  patch: readonly Operation[]
  /** The state after, on the first entry and every 32nd. */
  snapshot: ConversationState | null
  timings: { agent: number; store: number; parse: number; total: number }
  fence: number
  at: string
  previous: string
  hash: string
}
