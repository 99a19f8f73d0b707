import type { ContextSettings } from '../context/context-settings.ts'
import type { LastUsed } from '../conversation/last-used.ts'
import type { Budget } from '../ports/budget.ts'
import type { Channel } from '../ports/channel.ts'
import type { Clock } from '../ports/clock.ts'
import type { ContextSource } from '../ports/context-source.ts'
import type { Observation, Observer } from '../ports/observer.ts'
import type { Outlet } from '../ports/outlet.ts'
import type { Store } from '../ports/store.ts'
import type { Address, Head, WorkflowReference } from '../ports/stored-conversation.ts'
import type { ReplyRules } from '../reply/rules.ts'
import type { Workflow } from '../workflow/workflow.ts'
import type { Admissions } from './admissions.ts'
import type { AgentCircuits } from './agent-circuits.ts'
import type { Heartbeat } from './heartbeat.ts'

/** What every stage of a turn works with. */
export type Parts = {
  readonly store: Store
  /** The way to the agent that serves a workflow. */
  readonly channel: (workflow: WorkflowReference) => Channel
  readonly clock: Clock
  readonly budget: Budget
  readonly sources: readonly ContextSource[]
  readonly observe: (observation: Observation) => void
  readonly workflow: (reference: WorkflowReference) => Workflow | null
  readonly context: ContextSettings
  /** Measures what the budget of the context allows. */
  readonly count: (text: string) => number
  readonly circuits: AgentCircuits
  /** Conversations whose circuit for parse errors this worker has seen open. */
  readonly inWords: Set<string>
  readonly rules: ReplyRules
  /** Where the events of every conversation go; a workflow may have callbacks of its own. */
  readonly outlets: readonly Outlet[]
  /** Delivers what a conversation owes its outlets; returns at once. */
  readonly send: (address: Address) => void
  readonly admissions: Admissions
  /** Nonce of this worker, new for every process. */
  readonly owner: string
  /** Milliseconds. */
  readonly lease: number
  readonly queueWait: number
  /** Aborts when this worker begins nothing new. */
  readonly closing: AbortSignal
  readonly heartbeat: Heartbeat
  /** So that it need not be asked for with each turn. */
  readonly workflowOf: LastUsed<WorkflowReference>
  /** Heads as turns of this worker left them, each for one turn to go on from. */
  readonly heads: LastUsed<Head>
  /** Token of the user whose request waits for a turn, by tid; kept only while it waits. */
  readonly tokens: Map<string, string>
}

/** What the pure part of a turn tells besides what it returns: nothing of it decides anything stored. */
export type Effects = Pick<Parts, 'observe' | 'inWords' | 'clock'> & {
  readonly circuits: Pick<AgentCircuits, 'failed'>
}

/** Observers are told, never awaited, and cannot fail a turn. */
export const silenced =
  (observer: Observer | undefined) =>
  (observation: Observation): void => {
    try {
      observer?.(observation)
    } catch {
      // An observer that throws has nobody to tell.
    }
  }
