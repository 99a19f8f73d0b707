import type { Reading } from '../reading.ts'
import { Anchors } from '../value/anchors.ts'
import { type ReadResult, readValue } from '../value/read-value.ts'
import type { ReadOptions } from '../value/reader.ts'

/** Reads one value at `start`, tolerantly; all of one reply share a budget. */
export type ReadAt = (start: number, limit: number, as?: ReadAs) => ReadResult

/** What stands at the start: by default, a value amid words. */
type ReadAs = Pick<ReadOptions, 'document' | 'opened'>

export function readerOf({ text, limits, reached, shape, options }: Reading): ReadAt {
  const anchors = shape && new Anchors([shape])
  const budget = { depth: limits.depth, tokens: limits.tokens }
  const completeToNull = options.incomplete === 'null'
  return (start, limit, as) => {
    const result = readValue(text.slice(0, limit), start, {
      anchors,
      budget,
      completeToNull,
      ...as
    })
    const { failed } = result
    if (failed !== undefined && failed !== 'unreadable') reached.add(failed)
    return result
  }
}
