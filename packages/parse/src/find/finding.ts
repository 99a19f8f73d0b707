import type { Repair, Source } from '../outcome.ts'
import type { ValueNode } from '../value/node.ts'

/** What stands around a finding and speaks for or against it. */
export type Standing = 'final' | 'plain' | 'example' | 'template'

/** Data that was read, before anybody asked whether it fits. */
export interface Finding {
  readonly source: Source
  readonly value: unknown
  /** The nodes, when the tolerant reader was needed; native JSON gets them on demand. */
  readonly node: ValueNode | undefined
  readonly repairs: readonly Repair[]
  /** False when it is known that no number in it is too large to be exact. */
  readonly unsafe: boolean
  /** Where the value breaks off. */
  readonly truncatedAt: number | undefined
  readonly standing: Standing
}
