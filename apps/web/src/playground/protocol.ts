import type { Case } from './case.ts'
import type { Reading } from './reading.ts'
import type { Moment } from './replay.ts'

/** What the page asks of the worker; a replay is of the case read last. */
export type Ask =
  | { readonly kind: 'read'; readonly case: Case }
  | { readonly kind: 'replay'; readonly at: number }

/** What the worker answers, once for each ask and in their order. */
export type Answer =
  | { readonly kind: 'reading'; readonly reading: Reading }
  | { readonly kind: 'moment'; readonly moment: Moment }
  | { readonly kind: 'failure'; readonly message: string }
