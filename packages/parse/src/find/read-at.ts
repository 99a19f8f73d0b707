import type { Reading } from '../reading.ts'
import { Anchors } from '../value/anchors.ts'
import { type ReadResult, readValue } from '../value/read-value.ts'

/** Reads one value at `start`, tolerantly; all of one reply share a budget. */
export type ReadAt = (start: number, limit: number, document?: boolean) => ReadResult

export function readerOf({ text, limits, reached, contract, options }: Reading): ReadAt {
  const anchors = contract.shape && new Anchors([contract.shape])
  const budget = { depth: limits.depth, tokens: limits.tokens }
  const completeToNull = options.incomplete === 'null'
  return (start, limit, document = false) => {
    const result = readValue(text, start, { anchors, budget, completeToNull, limit, document })
    if (result.node === undefined && result.failed !== 'unreadable') reached.add(result.failed)
    return result
  }
}
