import type { CardActionName, NextAction, ParsedTurn } from '@turnwise/schema'
import type { AnyStateMachine, EventFromLogic } from 'xstate'
import type { z } from 'zod'
import type { ContextDefinition } from '../context/context-settings.ts'
import type { WaitingPolicy } from '../ports/store.ts'
import type { Facts, Migration, ReservedEvent, Step, Workflow } from './workflow.ts'

/** What a conversation has collected so far: any part of what the schema describes. */
export type Collected<Data extends z.ZodObject> = Partial<z.output<Data>>

/** What the conversations of a workflow have collected, for a client that is typed by it. */
export type CollectedBy<Defined> = Defined extends Workflow<infer Data> ? Collected<Data> : never

/**
 * The events of a machine that guards a workflow: what the agent says should happen next, and what
 * only the engine sends.
 */
export type WorkflowEvent<
  Data extends z.ZodObject = z.ZodObject,
  Type extends string = NextAction | ReservedEvent
> = { [Name in Type]: { type: Name } & Facts<Collected<Data>> }[Type]

/** One reply of the agent, with its data typed by the schema. */
export type Proposed<Data extends z.ZodObject> = Omit<ParsedTurn, 'data'> & {
  data: Collected<Data> | null
}

/** The names of the events a machine knows. */
export type EventType<Machine extends AnyStateMachine> = EventFromLogic<Machine>['type']

/** An event as a `signal` makes it; the engine adds the facts. */
export type Signal<Type extends string = string> = { type: Type } & Readonly<
  Record<string, unknown>
>

/** Names of the fields that are lists. */
type ListField<Data extends z.ZodObject> = {
  [Name in keyof z.output<Data> & string]: NonNullable<
    z.output<Data>[Name]
  > extends readonly unknown[]
    ? Name
    : never
}[keyof z.output<Data> & string]

/** Takes no signal whose events the machine does not know. */
export type KnownEvents<Machine extends AnyStateMachine, Type extends string> = [Type] extends [
  EventType<Machine>
]
  ? unknown
  : { signal: (parsed: never, facts: never) => Signal<EventType<Machine>> | null }

/** A workflow as its author writes it. */
export type WorkflowDefinition<
  Data extends z.ZodObject,
  Machine extends AnyStateMachine = AnyStateMachine,
  Type extends string = EventType<Machine>
> = {
  /** Stable name in addresses and records: small letters, digits and dashes. */
  id: string
  /** Rises when the meaning changes; a conversation keeps the version it was started with. */
  version: number
  title: string
  /** What is collected. Without it nothing is: the agent's words are shown as they are written. */
  data?: Data
  steps?: readonly (string | Step)[]
  /**
   * Guards the steps: the agent proposes an event, the machine decides. Only its snapshot is kept, so
   * it may neither invoke nor spawn nor wait, and of its actions only `assign` and `raise` mean
   * anything.
   */
  machine?: Machine
  /**
   * Makes the event that a reply proposes, or null for none; its `nextAction` when absent. Pure: it is
   * called again when a turn is replayed.
   */
  signal?: (parsed: Proposed<Data>, facts: Facts<Collected<Data>>) => Signal<Type> | null
  /**
   * What was only read in text completes nothing and enters no irreversible step until the user has
   * pressed `Confirm` on a card that shows what is collected.
   */
  confirm?: boolean
  /**
   * Milliseconds a conversation may stay in a step. When they have passed the next turn begins with
   * the event `TIMEOUT`; without a machine the conversation is then cancelled.
   */
  deadlines?: Readonly<Record<string, number>>
  /** Moves a conversation of an older version to this one; pure. */
  migrate?: Readonly<
    Record<number, (from: Migration) => { step?: string; data: Record<string, unknown> }>
  >
  context?: ContextDefinition
  /** A message to a completed conversation opens it again instead of being refused. */
  reopen?: boolean
  /** List fields to which a turn adds instead of replacing them. */
  append?: readonly ListField<Data>[]
  /** What happens to a message that arrives while another is being answered. Default `queue`. */
  waiting?: WaitingPolicy
  surfaces?: {
    /** Entity types that may carry data; all but the protocol's own when absent. */
    entities?: readonly string[]
  }
  cards?: {
    /** Kinds of card action this workflow lets through, of those the server allows. */
    allow?: readonly CardActionName[]
  }

  /** How often the agent is asked to put right an answer that does not fit; default 1. */
  reask?: 0 | 1 | 2
  /**
   * After three turns in a row whose data could not be used: `passthrough`, the default, goes on in
   * words until an answer can be used again; `error` ends the conversation.
   */
  onParseErrors?: 'passthrough' | 'error'

  // Named now so that the signature stays; each is refused until its capability is there.
  onTurn?: (turn: never) => void
  onComplete?: (data: z.output<Data>) => void
}
