import type { Anchors } from './anchors.ts'

/** Where a scalar stands, which decides what may end it. */
export interface Place {
  readonly in: 'root' | 'key' | 'member' | 'item' | 'call'
  /** The keys expected beside it. */
  readonly anchors: Anchors | undefined
  /** True once the text quoted something: from then on a key must be one the schema expects. */
  readonly wary?: boolean
  /** Whether a `]` or `}` could close something that is open. */
  readonly openArray: boolean
  readonly openObject: boolean
  /** Whether a parenthesis is the innermost open bracket. */
  readonly inTuple: boolean
  /** How many brackets are open around it. */
  readonly depth: number
}
