import type { Message, Problem, WorkflowState } from '@turnwise/schema'
import type { Posted } from '../connection/outbox.ts'

/** A turn that has not ended: of this page, of another tab, or of this page before a reload. */
export type RunningTurn = {
  /** Null until the server has admitted it. */
  turn: number | null
  /** The action that began it, when that is known here. */
  own: Posted | null
  /** Text that is being written, by message id, in the order in which it began. */
  drafts: ReadonlyMap<string, string>
  /** Messages that are whole although the turn has not ended. */
  whole: readonly Message[]
  /** Fields that the agent is writing; provisional until the turn has ended. */
  data: Readonly<Record<string, unknown>>
  /** The stop was asked for. */
  stopping: boolean
}

/** An own action without an answer, and why. `turn` is the number it had, when it got that far. */
export type Stuck = { own: Posted; problem: Problem; turn: number | null }

/** A turn that has ended, for ears: what the agent said, and what is to be known besides. */
export type Announcement = { turn: number; said: string; noted: string }

/** A conversation as this page knows it. */
export type ConversationState = {
  /** Null while the start is not answered. */
  id: string | null
  phase: 'loading' | 'ready' | 'missing' | 'unreadable'
  messages: readonly Message[]
  workflowState: WorkflowState | null
  /** Ids of the cards that can still be submitted. */
  openCards: readonly string[]
  /** Where the page before the first message ends; null at the beginning. */
  before: number | null
  running: RunningTurn | null
  stuck: Stuck | null
  /** What stands in the composer and is not sent. */
  draft: string
  /** What a screen reader is to hear, once. */
  announcement: Announcement | null
}

export const initialState = (id: string | null): ConversationState => ({
  id,
  phase: 'loading',
  messages: [],
  workflowState: null,
  openCards: [],
  before: null,
  running: null,
  stuck: null,
  draft: '',
  announcement: null
})

export const runningTurn = (own: Posted | null, turn: number | null = null): RunningTurn => ({
  turn,
  own,
  drafts: new Map(),
  whole: [],
  data: {},
  stopping: false
})

/** The number of the turn a message belongs to: its id begins with it. */
export const turnOf = ({ id }: { id: string }): number => Number.parseInt(id, 10)

/** The newest turn of a transcript, 0 when there is none. */
export const lastTurn = (messages: readonly Message[]): number => {
  const last = messages.at(-1)
  return last === undefined ? 0 : turnOf(last)
}
