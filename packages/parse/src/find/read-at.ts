import type { Reading } from '../reading.ts'
import { Anchors } from '../value/anchors.ts'
import { type ReadResult, readValue } from '../value/read-value.ts'

/** Reads one value at `start`, tolerantly; all of one reply share a budget. */
export type ReadAt = (start: number, limit: number, document?: boolean) => ReadResult

export function readerOf({ text, limits, reached, shape, options }: Reading): ReadAt {
  const anchors = shape && new Anchors([shape])
  const budget = { depth: limits.depth, tokens: limits.tokens }
  const completeToNull = options.incomplete === 'null'
  return (start, limit, document = false) => {
    const result = readValue(text.slice(0, limit), start, {
      anchors,
      budget,
      completeToNull,
      document
    })
    const { failed } = result
    if (failed !== undefined && failed !== 'unreadable') reached.add(failed)
    return result
  }
}
