import { Coercer } from './coerce/coerce.ts'
import { type Contract, contractOf } from './judge/contract.ts'
import { type Limits, type ParseOptions, resolveLimits } from './options.ts'
import type { LimitName, Repair } from './outcome.ts'

/** One reply on its way to an outcome: what is read, what for, and within which limits. */
export interface Reading extends Contract {
  readonly text: string
  readonly options: ParseOptions
  readonly limits: Limits
  readonly reached: Set<LimitName>
  readonly coercer: Coercer
  /** What was changed in the text before it was read. */
  readonly mended?: Repair
}

export function readingOf(said: unknown, given: ParseOptions | null | undefined): Reading {
  const options = given ?? {}
  const limits = resolveLimits(options.limits)
  // A caller without types may hand over anything.
  const whole = typeof said === 'string' ? said : ''
  const text = whole.slice(0, limits.length)
  const contract = options.schema === undefined ? {} : contractOf(options.schema)
  const reached = new Set<LimitName>()
  if (text !== whole) reached.add('length')
  return {
    ...contract,
    text,
    options,
    limits,
    reached,
    coercer: new Coercer('tolerant', limits.depth)
  }
}
