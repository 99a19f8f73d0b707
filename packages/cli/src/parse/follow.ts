import type { Writable } from 'node:stream'
import { formatPath } from '@turnwise/contracts'
import type { Path, StreamUpdate } from '@turnwise/parse'
import { printableLine } from '../chat/printable.ts'
import { paintFor } from '../paint.ts'
import { toJson } from './to-json.ts'

/** Says in lines what one chunk of a reply changed. */
export type Follower = (update: StreamUpdate, output: Writable) => string[]

export const followNothing: Follower = () => []

/** One JSON object for each chunk that changed something. */
export const followInJson: Follower = ({ snapshot, changed, reset, pending }) =>
  changed.length === 0 && !reset ? [] : [toJson({ reset, changed, pending, snapshot })]

/** One line for each value that was written to; an ellipsis where it goes on. */
export const followInLines: Follower = (update, output) => {
  const paint = paintFor(output)
  const written = new Map(update.changed.map(path => [formatPath(path), path]))
  const lines = [...written].flatMap(([name, path]) => {
    const value = valueAt(update.snapshot, path)
    if (typeof value === 'object' && value !== null) return []
    const goesOn = update.pending !== undefined && formatPath(update.pending) === name
    const shown = printableLine(toJson(value))
    return [`${paint('cyan', printableLine(name) || '(root)')} = ${shown}${goesOn ? ' …' : ''}`]
  })
  return update.reset ? [paint('yellow', '(a better candidate begins)'), ...lines] : lines
}

function valueAt(snapshot: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined,
    snapshot
  )
}
