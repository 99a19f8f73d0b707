import type { Crowd } from './work/crowd.ts'
import type { Moment } from './work/death.ts'
import type { Latency, LatencyEffort } from './work/latency.ts'
import type { Throughput, ThroughputEffort } from './work/throughput.ts'

/** What a process is asked to do with its contestant. */
export type Task =
  | ({ readonly kind: 'latency' } & LatencyEffort)
  | ({ readonly kind: 'throughput' } & ThroughputEffort)
  /** Fill one conversation; the bytes are counted when the process is gone. */
  | { readonly kind: 'fill'; readonly turns: number }
  /** Send so many messages to one conversation at once. */
  | { readonly kind: 'crowd'; readonly messages: number }
  | { readonly kind: 'die'; readonly moment: Moment }
  /** Send the message of the process that died once more. */
  | { readonly kind: 'retry'; readonly moment: Moment; readonly conversation: string }

export type Answer =
  | ({ readonly kind: 'latency' } & Latency)
  | ({ readonly kind: 'throughput' } & Throughput)
  | { readonly kind: 'filled' }
  | ({ readonly kind: 'crowd' } & Crowd)
  | { readonly kind: 'dying'; readonly conversation: string }
  | { readonly kind: 'retried'; readonly userMessages: number }

/** How a process came to give no answer. */
export type Breakage =
  | { readonly kind: 'error'; readonly why: string }
  | { readonly kind: 'timeout'; readonly limit: number }
  | { readonly kind: 'crash'; readonly how: string }
