import type { Way } from './hostile.ts'
import type { Reading, Request } from './reading.ts'

/** What a process is asked to do with its reader. */
export type Task =
  | { readonly kind: 'read'; readonly request: Request }
  /** Read the payload over and over for so many milliseconds. */
  | { readonly kind: 'time'; readonly payload: string; readonly milliseconds: number }
  /** Read hostile text once. */
  | {
      readonly kind: 'endure'
      readonly family: string
      readonly length: number
      readonly way: Way
    }

/** What a process answers. */
export type Answer =
  | { readonly kind: 'reading'; readonly reading: Reading; readonly milliseconds: number }
  /** Milliseconds of one reading, and whether it read what is there. */
  | { readonly kind: 'timing'; readonly milliseconds: number; readonly right: boolean }
  /** Milliseconds until the reader answered, and what it threw, if it did. */
  | { readonly kind: 'endured'; readonly milliseconds: number; readonly threw?: string }

/** An answer, or how the process came to give none. */
export type Result =
  | Answer
  | { readonly kind: 'absent'; readonly why: string }
  | { readonly kind: 'timeout'; readonly limit: number }
  | { readonly kind: 'crash'; readonly how: string }

/** Why there is no reading when the reader's own stack was too small. */
export const OVERFLOW = 'stack overflow'
