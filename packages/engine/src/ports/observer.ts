import type { ParsedTurn, ParseProblem, TurnOutcome } from '@turnwise/schema'
import type { Tier } from '../context/query.ts'
import type { ErrorCode } from '../errors.ts'
import type { Usage } from './channel.ts'

/** What the engine tells about its work. Never holds a prompt, a reply or a token. */
export type Observation =
  | { event: 'turn-granted'; tid: string; turn: number; attempt: number }
  | { event: 'turn-ended'; tid: string; turn: number; outcome: TurnOutcome; milliseconds: number }
  | { event: 'turn-refused'; tid: string; code: ErrorCode }
  | { event: 'agent-asked'; tid: string; channel: string; ask: number }
  | { event: 'agent-failed'; tid: string; channel: string; code: ErrorCode; status?: number }
  | { event: 'reply-recovered'; tid: string; channel: string }
  | { event: 'reply-late'; tid: string }
  | { event: 'surface-failed'; tid: string; problem: ParseProblem }
  /** Whether a reply could be used at first (`ask` 0) or when it was asked for again. */
  | {
      event: 'reply-read'
      tid: string
      workflow: string
      channel: string
      ask: number
      kind: ParsedTurn['kind']
      valid: boolean
      mode: string | null
      usage: Usage | null
    }
  | { event: 'parse-circuit'; tid: string; workflow: string; state: 'open' | 'closed' }
  | {
      event: 'agent-circuit'
      channel: string
      workflow: string
      state: 'closed' | 'half-open' | 'open'
    }
  /** How much of the budget each section of a query takes, and how many things were left out. */
  | {
      event: 'context-built'
      tid: string
      tier: Tier
      budget: number
      sections: readonly { name: string; used: number; dropped: number }[]
    }
  | { event: 'context-truncated'; tid: string; dropped: number; budget: number }
  | { event: 'orphan-resolved'; tid: string; how: string }
  | { event: 'orphan-left'; conversation: string; code: ErrorCode }
  | {
      event: 'delivery-failed' | 'delivery-given-up'
      conversation: string
      turn: number
      error: unknown
    }
  | { event: 'bug'; tid: string; error: unknown }

/** Logs, metrics and traces are observers: never awaited, and a failing one cannot fail a turn. */
export type Observer = (observation: Observation) => void
