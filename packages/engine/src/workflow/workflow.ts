import type { CardActionName, ParsedTurn, WorkflowState } from '@turnwise/schema'
import type { AnyStateMachine, EventObject } from 'xstate'
import type { z } from 'zod'
import type { WorkflowContextSettings } from '../context/context-settings.ts'
import type { WaitingPolicy } from '../ports/store.ts'

/** A named place of a workflow. */
export type Step = {
  id: string
  /** What people read. */
  phase?: string
  /** Reached on arrival, 0–1. */
  progress?: number
  /** With `confirm: true`, what was only read in text does not lead here without the user. */
  irreversible?: boolean
  /** How the conversation ended when a machine ends here; `success` when absent. */
  result?: NonNullable<WorkflowState['result']>
}

/** What is known when an event is judged; every event of a machine carries it, whatever proposed it. */
export type Facts<Collected = Record<string, unknown>> = {
  /** What is collected, the data of this turn included. */
  data: Collected
  /** Everything required is there and valid. */
  ready: boolean
  /** The user has confirmed exactly this data on the card of the workflow. */
  confirmed: boolean
}

/** Events that only the engine sends: what the user did on the confirm card, and time. */
export const RESERVED_EVENTS = ['CONFIRMED', 'DECLINED', 'TIMEOUT'] as const
export type ReservedEvent = (typeof RESERVED_EVENTS)[number]

/** A conversation on its way from one version of a workflow to another. */
export type Migration = { step: string; data: Record<string, unknown> }

/** A checked workflow, ready for the engine. */
export type Workflow<Data extends z.ZodObject = z.ZodObject> = {
  readonly id: string
  readonly version: number
  readonly title: string
  /** What `complete` requires, and what every turn may bring a part of; null collects nothing. */
  readonly data: { readonly full: Data; readonly partial: z.ZodObject } | null
  readonly required: readonly string[]
  readonly steps: readonly Step[]
  /** The guard of the steps; null where the agent drives. */
  readonly machine: AnyStateMachine | null
  readonly signal: (parsed: ParsedTurn, facts: Facts) => EventObject | null
  readonly confirm: boolean
  /** Milliseconds a conversation may stay in a step. */
  readonly deadlines: ReadonlyMap<string, number>
  /** By the version a conversation comes from. */
  readonly migrate: ReadonlyMap<number, (from: Migration) => unknown>
  readonly context: WorkflowContextSettings
  readonly reopen: boolean
  readonly append: ReadonlySet<string>
  readonly waiting: WaitingPolicy
  readonly entityTypes: ReadonlySet<string> | null
  readonly cardActions: readonly CardActionName[] | null
  /** Re-asks of a turn at the most. */
  readonly reask: 0 | 1 | 2
  readonly onParseErrors: 'passthrough' | 'error'
}
