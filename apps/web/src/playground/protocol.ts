import type { Question, Reading } from './reading.ts'
import type { Moment } from './replay.ts'

/** What the page asks of the worker; a replay is of the question asked last. */
export type Ask =
  | { readonly kind: 'read'; readonly question: Question }
  | { readonly kind: 'replay'; readonly at: number }

/** What the worker answers, once for each ask and in their order. */
export type Answer =
  | { readonly kind: 'reading'; readonly reading: Reading }
  | { readonly kind: 'moment'; readonly moment: Moment }
  | { readonly kind: 'failure'; readonly message: string }
