import { type ContextSettings, usualContext } from './context/context-settings.ts'
import { lastUsed } from './conversation/last-used.ts'
import { type Budget, unlimitedBudget } from './ports/budget.ts'
import type { Channel } from './ports/channel.ts'
import { type Clock, systemClock } from './ports/clock.ts'
import type { ContextSource } from './ports/context-source.ts'
import type { Observer } from './ports/observer.ts'
import type { Outlet } from './ports/outlet.ts'
import type { Store } from './ports/store.ts'
import type { WorkflowReference } from './ports/stored-conversation.ts'
import type { ReplyRules } from './reply/rules.ts'
import { AgentCircuits, type CircuitSettings } from './turn/agent-circuits.ts'
import { heartbeat } from './turn/heartbeat.ts'
import { type Parts, silenced } from './turn/parts.ts'
import { workflowFor } from './workflow/offered.ts'
import type { Workflow } from './workflow/workflow.ts'

/** What an engine is made of. Times in milliseconds. */
export type EngineOptions = {
  store: Store
  /** The way to the agent, or one for each workflow. */
  channel: Channel | ((workflow: WorkflowReference) => Channel)
  workflows: readonly Workflow[]
  /** Id of the workflow that a start without one gets; the first when absent. */
  defaultWorkflow?: string
  clock?: Clock
  observer?: Observer
  budget?: Budget
  sources?: readonly ContextSource[]
  /** Defaults: `brackets`, 2,000 characters, with a nonce; a workflow may say otherwise. */
  context?: Partial<ContextSettings> & {
    /** Measures a text for the budget, for instance in tokens; its length when absent. */
    count?: (text: string) => number
  }
  /** Longest text of a user in UTF-16 units; default 32,000. */
  inputMax?: number
  /** How long a worker keeps a conversation without a sign of life; default 30,000. */
  lease?: number
  /** How long a message waits for others before it is withdrawn; default 60,000. */
  queueWait?: number
  /** When an agent that keeps failing is left alone; default 5 failures in a row, for 1 to 30 seconds. */
  circuit?: Partial<CircuitSettings>
  /** What of a reply may reach a person. */
  rules?: ReplyRules
  /** Who hears of every turn once it is committed, such as a webhook. */
  outlets?: readonly Outlet[]
}

const usualCircuit: CircuitSettings = { failures: 5, rest: 1000, longestRest: 30_000 }

/** What is used of the options, and in place of those that are not given. */
export const partsOf = ({
  channel,
  ...options
}: EngineOptions): Omit<Parts, 'closing' | 'send' | 'admissions'> => {
  const clock = options.clock ?? systemClock
  const lease = options.lease ?? 30_000
  const observe = silenced(options.observer)
  return {
    store: options.store,
    channel: typeof channel === 'function' ? channel : () => channel,
    clock,
    budget: options.budget ?? unlimitedBudget,
    sources: options.sources ?? [],
    observe,
    circuits: new AgentCircuits(clock, { ...usualCircuit, ...options.circuit }, observe),
    workflow: workflowFor(options.workflows),
    context: { ...usualContext, ...options.context },
    count: options.context?.count ?? (text => text.length),
    inWords: new Set(),
    rules: options.rules ?? {},
    outlets: options.outlets ?? [],
    owner: crypto.randomUUID(),
    lease,
    heartbeat: heartbeat(options.store, clock, lease),
    workflowOf: lastUsed(10_000),
    heads: lastUsed(1_000),
    queueWait: options.queueWait ?? 60_000,
    tokens: new Map()
  }
}
