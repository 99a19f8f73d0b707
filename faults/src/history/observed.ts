import type { AgentCall } from '../agent/calls.ts'
import type { Acknowledgement, Refusal } from '../client/log.ts'
import type { History } from '../worker/subject.ts'

/**
 * Everything that was seen of a run from outside: what clients were told, what the agent was asked,
 * and what can be read in the end. The checker knows nothing else, and no store at all.
 */
export type Observed = {
  histories: ReadonlyMap<string, History>
  acknowledgements: readonly Acknowledgement[]
  refusals: readonly Refusal[]
  calls: readonly AgentCall[]
  /** Calls of agents that may be asked twice which may have been lost with a killed worker. */
  unheard: number
  /** Keys in the order in which they were admitted, for conversations where that was seen. */
  orders: readonly { conversation: string; keys: readonly string[] }[]
  /** Conversations that took longer than two leases to accept a turn once the faults had stopped. */
  stuck: readonly { conversation: string; milliseconds: number }[]
  /** Heads that were read with a lease and no turn. */
  namelessLeases: readonly string[]
  /** What is kept without an end. */
  immortals: readonly string[]
}

/** What a run promised and did not keep. */
export type Violation = { law: string; conversation: string; detail: string }
