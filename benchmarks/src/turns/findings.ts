import type { ContestantName } from './contestants/index.ts'
import type { Answer, Breakage } from './task.ts'
import type { Moment } from './work/death.ts'

type Found<K extends Answer['kind']> = Extract<Answer, { readonly kind: K }> | Breakage

/** What one conversation of so many turns has taken. */
export interface Storage {
  readonly kind: 'stored'
  readonly turns: number
  readonly bytes: number
}

/** A process that died at a moment, and the same message sent again by the next one. */
export interface Death {
  readonly moment: Moment
  readonly runs: number
  /** Runs in which the second process answered. */
  readonly answered: number
  /** Calls of the agent for that message, over all runs. */
  readonly agentCalls: number
  /** How often the histories have that message, over all runs. */
  readonly userMessages: number
}

/** All that was found about one contestant. */
export interface Findings {
  readonly name: ContestantName
  readonly title: string
  readonly latency?: Found<'latency'>
  readonly throughput?: Found<'throughput'>
  readonly storage?: Storage | Breakage
  readonly crowd?: Found<'crowd'>
  readonly deaths?: readonly Death[]
}
