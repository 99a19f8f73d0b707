import type {
  CardActionRequest,
  ConversationList,
  ConversationView,
  ForkRequest,
  OrchestrateRequest,
  SendRequest,
  StartRequest,
  TurnAnswer,
  WorkflowList
} from '@turnwise/schema'
import type { History } from './conversation/read-history.ts'
import type { StoredEvent } from './ports/store.ts'
import type { Failure } from './ports/stored-conversation.ts'
import type { OpenCircuit } from './turn/agent-circuits.ts'

/** Who acts, and what they know: the same for every kind of turn. */
export type Caller = {
  tenant: string
  user: string
  /** Bearer for channels that act for the user; never stored. */
  token?: string
}

export type TurnOptions = {
  /** The same key and input give the same answer; without one every call is its own turn. */
  key?: string
  /** What the client has seen, as it stood in the last answer's `seen`. */
  seen?: string
}

/** A turn's end. `replayed` tells that it had ended before this call. */
export type TurnResult =
  | { kind: 'answered'; answer: TurnAnswer; replayed: boolean }
  /** A definite failure, stored: the same key gets the same again. `answer` is there when an entry tells of it. */
  | { kind: 'failed'; failure: Failure; answer: TurnAnswer | null; replayed: boolean }

/** A turn that has been handed in: its conversation, its live events, its end. */
export type Turn = {
  conversationId: string
  /** True once the turn runs or waits; false when it was over or refused, as `result` tells. */
  underWay: Promise<boolean>
  /**
   * Live events of this turn, from the one after id `after` on or from its beginning. A turn that
   * ends with an answer ends them with `turn-committed`; any other end is told by `result` alone.
   */
  events(after: string | null, signal: AbortSignal): AsyncIterable<StoredEvent>
  /**
   * Resolves when the turn has ended.
   *
   * @throws TurnwiseError for whatever ended it without a stored answer (nothing was sent, the queue
   *   is full, the key is taken, the conversation is unknown, …)
   */
  result: Promise<TurnResult>
}

/** Runs conversations: the whole of Turnwise without HTTP. */
export interface Engine {
  /** Opens a conversation; its greeting is turn 1. */
  startWorkflow(caller: Caller, request: StartRequest, options?: TurnOptions): Promise<Turn>
  processUserInput(caller: Caller, request: SendRequest, options?: TurnOptions): Promise<Turn>
  processCardAction(
    caller: Caller,
    request: CardActionRequest,
    options?: TurnOptions
  ): Promise<Turn>
  /** Sends one query; opens the conversation first when there is none. */
  orchestrate(caller: Caller, request: OrchestrateRequest, options?: TurnOptions): Promise<Turn>

  /**
   * Opens a conversation that goes on where another one stood after `turn`, by default its last.
   *
   * The agent is a new one that knows what the context tells it: its own memory cannot be forked.
   *
   * @throws TurnwiseError `ERR_TURN_UNKNOWN` when there is no such turn, `ERR_CONVERSATION_COMPLETED`
   *   when nothing can follow it
   */
  fork(caller: Caller, request: ForkRequest, options?: TurnOptions): Promise<Turn>

  /** @returns null when the conversation is unknown, erased or somebody else's */
  readConversation(
    caller: Caller,
    conversationId: string,
    page: { before: number | null; limit: number }
  ): Promise<ConversationView | null>
  /**
   * The turns of a conversation with everything that is kept of them, oldest first: for developers.
   *
   * @returns null when the conversation is unknown, erased or somebody else's
   */
  history(
    caller: Caller,
    conversationId: string,
    page: { after: number; limit: number }
  ): Promise<History | null>
  listConversations(
    caller: Caller,
    page: { cursor: string | null; limit: number }
  ): Promise<ConversationList>
  /** Removes everything; false when there was nothing to remove. */
  deleteConversation(caller: Caller, conversationId: string): Promise<boolean>
  /** Asks the turn in flight to stop; null when the conversation is unknown, false when it is idle. */
  stop(caller: Caller, conversationId: string): Promise<boolean | null>
  /** Live events of a conversation until `signal` aborts; null when it is unknown. */
  events(
    caller: Caller,
    conversationId: string,
    after: string | null,
    signal: AbortSignal
  ): Promise<AsyncIterable<StoredEvent> | null>

  workflows(): WorkflowList['workflows']
  /**
   * Resolves what processes that are gone have left unfinished. Call it at start, and where several
   * processes share a store every now and then.
   */
  recover(): Promise<void>
  /**
   * The circuits that are open in this worker: agents that are left alone for a while, and how many
   * conversations go on in words because their data could not be used.
   */
  circuits(): { agents: readonly OpenCircuit[]; conversations: number }
  /** Stops admitting, waits until running turns are finished or `milliseconds` are over. */
  drain(milliseconds: number): Promise<void>
}
