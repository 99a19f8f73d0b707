import type { LiveEvent } from '@turnwise/schema'
import type { ConversationState } from '../workflow/state.ts'
import type { ChannelHandles } from './channel.ts'
import type {
  Address,
  Entry,
  Failure,
  Head,
  Reply,
  Route,
  TurnInput,
  TurnRecord,
  UnfinishedRecord
} from './stored-conversation.ts'

/** The right to advance a conversation by one turn. */
export type Grant = {
  address: Address
  tid: string
  owner: string
  fence: number
  /** Version the turn builds on. */
  base: number
  head: Head
  record: UnfinishedRecord
}

/** What proves the right: the part of a grant that is checked. */
export type GrantKey = Pick<Grant, 'address' | 'tid' | 'owner' | 'fence' | 'base'>

export type WaitingPolicy = 'queue' | 'reject' | 'interrupt'

/** What is about to be sent, and what leads to its reply. */
export type AskingMark = { ask: number; query: string; handles: ChannelHandles }

/**
 * What a turn asks, written before it is admitted, on a head that may be out of date by now. The hash
 * of its last entry names everything before that; a head without entries has none, and names nothing.
 */
export type Ahead = { head: Head; mark: AskingMark }

export type AdmitRequest = {
  address: Address
  tid: string
  route: Route
  fingerprint: string
  input: TurnInput
  /** Nonce of the admission: who holds what it is granted. */
  owner: string
  /** Milliseconds. */
  lease: number
  waiting: WaitingPolicy
  /** Milliseconds a turn may wait in the queue. */
  wait: number
  /** This worker may run the turns of others: its channel needs no user's token. */
  drives: boolean
  /** What the client has seen of the conversation. */
  seen: { version: number; hash: string } | null
  /** The head of a conversation that does not exist yet; null when it must exist. */
  create: Pick<Head, 'title' | 'workflow' | 'ref' | 'locale' | 'state'> | null
  /** What the turn asks if the conversation is as its worker has left it; null where it must ask first. */
  ahead: Ahead | null
}

export type Admission =
  /** `marked`: the head is the one that was known ahead, and what is to be asked on it is marked. */
  | { kind: 'granted'; grant: Grant; marked: boolean }
  /** A turn before this one has nobody to run it: finish that first, then admit again. */
  | { kind: 'orphan'; grant: Grant }
  | { kind: 'done'; entry: Entry }
  /** Refused for good under this key. */
  | { kind: 'failed'; failure: Failure }
  | { kind: 'running'; turn: number }
  | { kind: 'queued'; ahead: number }
  | { kind: 'full' }
  | { kind: 'busy' }
  | { kind: 'mismatch' }
  | { kind: 'regressed' }
  | { kind: 'unknown' }
  | { kind: 'gone' }

/** Who takes the next turn of the queue, in milliseconds of lease; null leaves it to its own request. */
export type NextTurn = { lease: number } | null

export type CommitRequest = {
  entry: Entry
  /**
   * The journaled replies that the entry is built on. Nothing is written unless each is the one that
   * counts: whoever commits need not have heard what became of journaling it.
   */
  heard: readonly Reply[]
  state: ConversationState
  ref: string | null
  /** Terminal event; appended with the entry. */
  event: TurnEvent
  next: NextTurn
  /** Somebody outside wants to hear of this entry: it is owed from this commit on. */
  deliver: boolean
}

/** How far a conversation's entries have been delivered to whoever outside wants to hear of them. */
export type Undelivered = {
  /** The first entry that has not been. */
  from: number
  /** Failed attempts on it. */
  attempts: number
  /** Milliseconds since the epoch before which nobody tries; null waits to be told. */
  dueAt: number | null
}

export type Committed =
  /** `entry` is the first entry of this turn, also when this commit was the second. */
  | { kind: 'committed'; entry: Entry; next: Grant | null }
  /** A reply that the entry is built on is not in the journal, or another one was there first. */
  | { kind: 'unheard' }
  | { kind: 'lost' }
  | { kind: 'gone' }

export type Failed =
  /** `failure` is the first one of this turn, also when this call was the second. */
  | { kind: 'failed'; failure: Failure; retryable: boolean; next: Grant | null }
  | { kind: 'lost' }
  | { kind: 'gone' }

/** A live event as the engine knows it: a failure becomes a problem document at the edge. */
export type TurnEvent =
  | Exclude<LiveEvent, { event: 'turn-failed' }>
  | { event: 'turn-failed'; data: { turn: number; failure: Failure; retryable: boolean } }

/** A live event with the id it is resumed from. */
export type StoredEvent = TurnEvent & { id: string; tid: string | null }

/**
 * Where reading live events begins: after the event with an id (`'0'`: with the oldest that is kept),
 * with that event itself, with the first event of a turn, or with what comes from now on (null, or a
 * turn that has not begun).
 */
export type EventsFrom = string | { at: string } | { tid: string } | null

/**
 * Keeps conversations.
 *
 * Every operation is one script or one transaction, and idempotent. A store holds no policy beyond
 * what is written here; `@turnwise/engine/protocol` has the rules as pure functions for stores with
 * synchronous transactions, `@turnwise/engine/conformance` the cases every store must pass. Every
 * operation throws `ERR_STORE_UNAVAILABLE` (retryable) when the store cannot be reached, and those of
 * one conversation `ERR_CONVERSATION_UNREADABLE` when what is kept of it is damaged or was written by
 * a newer version; others are not affected by that. What it is given it keeps as it was at that moment;
 * what it gives is for reading, and may be frozen.
 */
export interface Store {
  /**
   * Asks for the right to run a turn, or for what became of it.
   *
   * A repeated call with the same `tid` is answered from the record. An orphan is handed to one
   * caller at a time, before anybody else is admitted; the caller is not queued by that answer. Who
   * has seen something of a conversation that is not there is told `regressed`, not `unknown`.
   *
   * What was written ahead is marked as by {@link asking}, as durably, when a turn that is new is
   * granted on the head it was written for; otherwise nothing of it is kept.
   */
  admit(request: AdmitRequest): Promise<Admission>

  /** Marks durably, before the first byte is sent, what is about to be sent. */
  asking(key: GrantKey, mark: AskingMark): Promise<'marked' | 'lost' | 'gone'>

  /** Keeps the lease alive and learns whether to stop. */
  renew(
    key: GrantKey,
    lease: number
  ): Promise<{ kind: 'renewed'; cancel: boolean } | { kind: 'lost' }>

  /**
   * Keeps the raw reply. Not gated by the fence: the first reply of an ask wins and is returned to
   * everybody; after the turn has ended it is kept as late.
   *
   * @param sent called as soon as the reply is on its way out of this process: what hangs here after
   *   that does not keep it from the store. A store that has no such moment before its answer calls
   *   nobody.
   */
  journal(
    key: Pick<GrantKey, 'address' | 'tid' | 'base'>,
    reply: Reply,
    sent?: () => void
  ): Promise<{ kind: 'kept' | 'earlier'; reply: Reply } | { kind: 'late' } | { kind: 'gone' }>

  /**
   * Appends the entry, advances the head, ends the record and grants the head of the queue. The
   * second commit of one grant gets the same answer, also the turn that was granted with the first
   * as long as nobody else has it: its worker may not have heard of it.
   */
  commit(key: GrantKey, request: CommitRequest): Promise<Committed>

  /**
   * Ends a turn without an entry, because nothing has been done. `retryable` lets the same key
   * start again; otherwise the failure is the answer for good. Repeats are answered as those of a
   * commit are.
   */
  fail(
    key: GrantKey,
    request: { failure: Failure; retryable: boolean; event: TurnEvent; next: NextTurn }
  ): Promise<Failed>

  /** Gives the lease back with the turn unfinished, for a worker that cannot finish it. */
  release(key: GrantKey): Promise<void>

  /**
   * Takes back whatever {@link admit} or {@link adopt} granted to this owner, for a worker that has not
   * heard the answer and so has done nothing: what was marked ahead counts as not sent. Only for an
   * owner that is new with every call. Does nothing when there is nothing, or somebody has taken it over.
   */
  retract(address: Address, owner: string): Promise<void>

  /** Takes a waiting turn out of the queue for good; a turn that has started stays. */
  withdraw(address: Address, tid: string, failure: Failure): Promise<'withdrawn' | 'not-waiting'>

  /** Asks the holder of the turn in flight to stop; true when there is one. */
  stop(address: Address): Promise<boolean>

  /** Resolves when the turn in flight is asked to stop, or `signal` aborts. */
  untilStopped(address: Address, tid: string, signal: AbortSignal): Promise<void>

  /** Removes everything of a conversation and leaves a contentless tombstone. */
  erase(address: Address): Promise<'erased' | 'unknown'>

  /**
   * Takes on delivering a conversation's entries, for `hold` milliseconds in which nobody else gets
   * them; null when nothing is due. Keeps the conversation from expiring.
   */
  claimDelivery(
    address: Address,
    hold: number
  ): Promise<Pick<Undelivered, 'from' | 'attempts'> | null>
  /** Entries up to `through` have been delivered; what follows them is due at once. */
  delivered(address: Address, through: number): Promise<void>
  /**
   * Counts a failed attempt on the entry `from`, which is due again in so many milliseconds; with
   * null it waits until this is called again. Does nothing when that entry is not the first owed.
   */
  postponeDelivery(address: Address, from: number, milliseconds: number | null): Promise<void>
  /** Conversations that owe a delivery, due or not, longest due first; at most 1,000. */
  undelivered(): Promise<readonly (Undelivered & { address: Address })[]>

  head(address: Address): Promise<Head | null>
  /** Entries with `after < turn < before`, rising; at most `limit`, the newest when it cuts. */
  entries(
    address: Address,
    range: { after?: number; before?: number; limit: number }
  ): Promise<readonly Entry[]>
  record(address: Address, tid: string): Promise<TurnRecord | null>
  /** The owner's conversations, last used first. `next` is the cursor of the following page. */
  list(
    owner: { tenant: string; user: string },
    page: { cursor: string | null; limit: number }
  ): Promise<{ heads: readonly Head[]; next: string | null }>
  /** Conversations with unfinished turns and no living lease, as far as this is cheap to tell. */
  orphans(): Promise<readonly Address[]>
  /** Takes over what a dead worker left in a conversation; null when there is nothing. */
  adopt(address: Address, worker: { owner: string; lease: number }): Promise<Grant | null>

  /** Appends a live event and returns its id; after an erasure nothing is kept. */
  publish(address: Address, tid: string | null, event: TurnEvent): Promise<string>
  /**
   * Yields the live events that are kept, then others as they come, until `signal` aborts. An id or
   * the beginning of a turn that is not kept any more yields one `reset` and ends; so do erasure,
   * eviction and closing. What was said before `from` costs nothing, however much it is.
   */
  events(address: Address, from: EventsFrom, signal: AbortSignal): AsyncIterable<StoredEvent>

  /**
   * Writes something of no meaning and resolves when that counts, as what a turn writes would have to;
   * for readiness.
   */
  probe(): Promise<void>

  /** Releases connections and files. */
  close(): Promise<void>
}
